import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';
import type { Person } from '../../testing/test-app.ts';
import { suspend } from '../measures/index.ts';
import { createEmailToken } from './email-tokens.ts';

const { site, password, addressOf, emails, ...people } = await accountsWithEmail();
const nextOf = (username: string) => `${username}.next@example.test`;

/** A user whose sign-up email no longer counts towards the limit. */
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
  test('keeps the address and invalidates the link that was sent [P13]', async () => {
    const ana = await settled('ana');
    await change(ana, nextOf('ana'));
    const token = await linkTo(nextOf('ana'));
    const { status, body } = await withdraw(ana);
    expect(status).toBe(200);
    expect(body.message).toBe('The change is canceled. Your email address is still ana@example.test.');
    expect(body.user).toMatchObject({
      email: 'ana@example.test',
      pendingEmail: null,
      pendingEmailUntil: null,
    });
    expect((await follow(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await me(ana)).email).toBe('ana@example.test');
    expect(await emails()).toEqual([]);
  });

  test('says that no change is pending, and does nothing', async () => {
    const ben = await settled('ben');
    const { status, body } = await withdraw(ben);
    expect(status).toBe(200);
    expect(body.message).toBe('There is no change to cancel. Your email address is ben@example.test.');
  });

  test('is too late after the link was followed, and says which address is in use', async () => {
    const cara = await settled('cara');
    await change(cara, nextOf('cara'));
    await follow(await linkTo(nextOf('cara')));
    const { body } = await withdraw(cara);
    expect(body.message).toBe('There is no change to cancel. Your email address is cara.next@example.test.');
    expect(body.user).toMatchObject({ email: nextOf('cara'), pendingEmail: null });
  });

  test('prevents an email that is still queued [P13]', async () => {
    const dina = await settled('dina');
    await change(dina, nextOf('dina'));
    await withdraw(dina);
    expect(await emails()).toEqual([]);
  });

  test('prevents a token for an email that is being composed', async () => {
    const ewa = await settled('ewa');
    await change(ewa, nextOf('ewa'));
    await withdraw(ewa);
    const jobId = '019f0000-0000-7000-8000-0000000000e1';
    expect(
      await createEmailToken(site.ctx, { userId: ewa.id, purpose: 'change', email: nextOf('ewa'), jobId }),
    ).toBeNull();
  });

  test('a new change works only with its own link', async () => {
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

  test('withdrawn changes count towards the limit of three emails in twelve hours', async () => {
    const gita = await settled('gita');
    for (let times = 0; times < 3; times += 1) {
      expect((await change(gita, `stranger${times}@example.test`)).status).toBe(200);
      await emails();
      await withdraw(gita);
    }
    expect((await change(gita, 'stranger3@example.test')).status).toBe(429);
  });

  test('of a concurrent withdrawal and link, one wins and both responses agree', async () => {
    for (let round = 0; round < 6; round += 1) {
      const who = await settled(`race${round}`);
      const next = nextOf(`race${round}`);
      await change(who, next);
      const token = await linkTo(next);
      const both = [() => withdraw(who), () => follow(token)];
      const [first, second] = await Promise.all(
        (round % 2 === 0 ? both : both.toReversed()).map((start) => start()),
      );
      const [withdrawn, followed] = round % 2 === 0 ? [first, second] : [second, first];
      const { email, pendingEmail } = await me(who);
      expect(withdrawn?.status).toBe(200);
      expect(pendingEmail).toBeNull();
      expect(email).toBe(followed?.status === 200 ? next : addressOf(`race${round}`));
      expect(JSON.stringify(withdrawn?.body)).toContain(
        followed?.status === 200 ? 'There is no change to cancel' : 'The change is canceled',
      );
    }
  });
});

describe('a pending change of address', () => {
  test('shows when its link expires once the email has been sent', async () => {
    const hana = await settled('hana');
    const { body } = await change(hana, nextOf('hana'));
    expect(body.user).toMatchObject({ pendingEmail: nextOf('hana'), pendingEmailUntil: null });
    const token = await linkTo(nextOf('hana'));
    const until = new Date(site.clock.now().getTime() + day).toISOString();
    expect(await me(hana)).toMatchObject({ pendingEmail: nextOf('hana'), pendingEmailUntil: until });
    site.clock.advance(day);
    expect((await follow(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await me(hana)).pendingEmailUntil).toBe(until);
    // A new request does not show the old expiry for the new link.
    const again = await change(hana, nextOf('hana'));
    expect(again.body.user.pendingEmailUntil).toBeNull();
  });
});

describe('a suspension', () => {
  test('neither cancels nor completes a change of address; confirming it ends no suspension', async () => {
    const una = await settled('una');
    await change(una, nextOf('una'));
    const token = await linkTo(nextOf('una'));
    await suspend(site.ctx, una.id);
    await emails();
    expect(await me(una)).toMatchObject({ email: 'una@example.test', pendingEmail: nextOf('una') });
    // A new one is a write like others.
    expect((await change(una, 'other@example.test')).failure.code).toBe('SUSPENDED');
    expect((await follow(token)).status).toBe(200);
    expect(await me(una)).toMatchObject({ email: nextOf('una'), pendingEmail: null, isSuspended: true });
    expect((await change(una, 'other@example.test')).failure.code).toBe('SUSPENDED');
  });

  test('does not keep its person from cancelling a change', async () => {
    const vera = await settled('vera');
    await change(vera, nextOf('vera'));
    const token = await linkTo(nextOf('vera'));
    await suspend(site.ctx, vera.id);
    expect((await withdraw(vera)).status).toBe(200);
    expect((await follow(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await me(vera)).toMatchObject({ email: 'vera@example.test', isSuspended: true });
  });
});
