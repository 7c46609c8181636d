import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';
import type { Person } from '../../testing/test-app.ts';
import { createEmailToken } from './email-tokens.ts';
import { suspend, unsuspend } from './index.ts';

const { site, password, addressOf, emails, ...people } = await accountsWithEmail();
const nextOf = (username: string) => `${username}.next@example.test`;

/** Somebody whose first mail has come and gone, and counts no more. */
async function settled(username: string): Promise<Person> {
  const person = await people.settled(username);
  site.clock.advance(13 * hour);
  return person;
}
const change = (who: Person, email: string) =>
  site.as(who).call(calls.updateEmail, { body: { password, email } });
const withdraw = (who: Person) => site.as(who).call(calls.withdrawEmail, {});
const follow = (token: string) => site.as(null).call(calls.verifyEmail, { params: { token } });
const me = async (who: Person) => (await site.as(who).call(calls.getMe, {})).body.user;
async function linkTo(address: string): Promise<string> {
  const email = (await emails()).find(({ to }) => to?.[0]?.address === address);
  return findLink(email, '/verify-email/').token;
}

describe('DELETE /auth/pending-email', () => {
  test('keeps the address, and the link that was sent opens nothing any more', async () => {
    const ana = await settled('ana');
    await change(ana, nextOf('ana'));
    const token = await linkTo(nextOf('ana'));
    const { status, body } = await withdraw(ana);
    expect(status).toBe(200);
    expect(body.message).toBe('The change is withdrawn. Your email address stays ana@example.test.');
    expect(body.user).toMatchObject({
      email: 'ana@example.test',
      pendingEmail: null,
      pendingEmailUntil: null,
    });
    expect((await follow(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await me(ana)).email).toBe('ana@example.test');
    expect(await emails()).toEqual([]);
  });

  test('says so when nothing is under way, and does nothing', async () => {
    const ben = await settled('ben');
    const { status, body } = await withdraw(ben);
    expect(status).toBe(200);
    expect(body.message).toBe('No change is under way. Your email address is ben@example.test.');
  });

  test('after the link was followed it is too late, and says which address holds', async () => {
    const cara = await settled('cara');
    await change(cara, nextOf('cara'));
    await follow(await linkTo(nextOf('cara')));
    const { body } = await withdraw(cara);
    expect(body.message).toBe('No change is under way. Your email address is cara.next@example.test.');
    expect(body.user).toMatchObject({ email: nextOf('cara'), pendingEmail: null });
  });

  test('a mail that still waits is not sent', async () => {
    const dina = await settled('dina');
    await change(dina, nextOf('dina'));
    await withdraw(dina);
    expect(await emails()).toEqual([]);
  });

  test('nor has one that is being written at that moment a link that works', async () => {
    const ewa = await settled('ewa');
    await change(ewa, nextOf('ewa'));
    await withdraw(ewa);
    const jobId = '019f0000-0000-7000-8000-0000000000e1';
    expect(
      await createEmailToken(site.ctx, { userId: ewa.id, purpose: 'change', email: nextOf('ewa'), jobId }),
    ).toBeNull();
  });

  test('a change that is begun anew works by its own link alone', async () => {
    const finn = await settled('finn');
    await change(finn, nextOf('finn'));
    const first = await linkTo(nextOf('finn'));
    await withdraw(finn);
    await change(finn, nextOf('finn'));
    const second = await linkTo(nextOf('finn'));
    expect((await follow(first)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await follow(second)).status).toBe(200);
    expect((await me(finn)).email).toBe(nextOf('finn'));
  });

  test('floods nobody: what was withdrawn counts among the three mails of twelve hours', async () => {
    const gita = await settled('gita');
    for (let times = 0; times < 3; times += 1) {
      expect((await change(gita, `stranger${times}@example.test`)).status).toBe(200);
      await emails();
      await withdraw(gita);
    }
    expect((await change(gita, 'stranger3@example.test')).status).toBe(429);
  });

  test('at the same time as the link is followed, one comes first and both answers agree', async () => {
    for (let round = 0; round < 12; round += 1) {
      const who = await settled(`race${round}`);
      const next = nextOf(`race${round}`);
      await change(who, next);
      const token = await linkTo(next);
      const both = [() => withdraw(who), () => follow(token)];
      const [one, other] = await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((go) => go()));
      const [withdrawn, followed] = round % 2 === 0 ? [one, other] : [other, one];
      const { email, pendingEmail } = await me(who);
      expect(withdrawn?.status).toBe(200);
      expect(pendingEmail).toBeNull();
      expect(email).toBe(followed?.status === 200 ? next : addressOf(`race${round}`));
      expect(JSON.stringify(withdrawn?.body)).toContain(
        followed?.status === 200 ? 'No change is under way' : 'The change is withdrawn',
      );
    }
  });
});

describe('what is said of a change that is under way', () => {
  test('until when its link works, once it has been sent', async () => {
    const hana = await settled('hana');
    const { body } = await change(hana, nextOf('hana'));
    expect(body.user).toMatchObject({ pendingEmail: nextOf('hana'), pendingEmailUntil: null });
    const token = await linkTo(nextOf('hana'));
    const until = new Date(site.clock.now().getTime() + day).toISOString();
    expect(await me(hana)).toMatchObject({ pendingEmail: nextOf('hana'), pendingEmailUntil: until });
    site.clock.advance(day);
    expect((await follow(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await me(hana)).pendingEmailUntil).toBe(until);
    // Asked for again, the old time is not told of the new link.
    const again = await change(hana, nextOf('hana'));
    expect(again.body.user.pendingEmailUntil).toBeNull();
  });

  test('nothing, once the account was suspended: nothing is under way any more', async () => {
    const ivo = await settled('ivo');
    await change(ivo, nextOf('ivo'));
    await suspend(site.ctx, ivo.id);
    await unsuspend(site.ctx, ivo.id);
    const { body } = await site.as(null).call(calls.login, { body: { email: addressOf('ivo'), password } });
    expect(body.user.pendingEmail).toBeNull();
  });
});
