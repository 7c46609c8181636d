import { randomUUID } from 'node:crypto';
import * as calls from '@inkling/contract/account';
import { updateProfile } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';
import type { Person } from '../../testing/test-app.ts';
import { setPendingEmail } from './account.queries.ts';
import { createEmailToken } from './email-tokens.ts';

/** A user who enters someone else's address makes the site send email to a stranger. */
const { site, password, addressOf, signUp, settled, requestReset, verify, emails } =
  await accountsWithEmail();
const bait = 'you won 500 EUR, claim now: https://evil.test/win';
const stranger = 'stranger@elsewhere.test';

const change = (who: Person, email: string) =>
  site.as(who).call(calls.updateEmail, { body: { password, email } });
const setDisplayName = (who: Person, displayName: string) =>
  site.as(who).call(updateProfile, { body: { displayName } });
const resend = (who: Person) => site.as(who).call(calls.resendVerification, {});

describe('an unverified address', () => {
  test('never receives text chosen by the user, such as a name [P13]', async () => {
    const stranger = 'typed@elsewhere.test';
    const anna = await signUp('win.evil.test', stranger);
    await setDisplayName(anna, bait);
    await resend(anna);
    await requestReset(stranger);
    const sent = await emails();
    site.clock.advance(13 * hour);
    await change(anna, 'second@evil.test');
    sent.push(...(await emails()));
    expect(sent.map(({ subject, to }) => `${subject}: ${to?.[0]?.address}`).toSorted()).toEqual([
      'Choose a new password: typed@elsewhere.test',
      'Confirm your new email address: second@evil.test',
      'Verify your email address: typed@elsewhere.test',
      'Verify your email address: typed@elsewhere.test',
      'Your email address is about to change: typed@elsewhere.test',
    ]);
    for (const { text, html } of sent) {
      expect(text).toMatch(/^Hello,\n/);
      expect(`${text}${html}`).not.toMatch(/evil|won 500/);
    }
  });

  test('is not greeted by name in a change of address, but the verified old address is', async () => {
    const bela = await settled('bela');
    await resend(bela);
    await verify(findLink((await emails())[0], '/verify-email/').token);
    await setDisplayName(bela, 'Béla');
    await change(bela, stranger);
    const sent = await emails();
    const to = (address: string) => sent.find((email) => email.to?.[0]?.address === address)?.text ?? '';
    expect(to(stranger)).toMatch(/^Hello,\n/);
    expect(to(stranger)).not.toMatch(/bela|Béla/i);
    expect(to(addressOf('bela'))).toMatch(/^Hello Béla,\n/);
  });
});

describe('one address gets at most three emails with a link in twelve hours [R08]', () => {
  test('across any number of accounts, while the responses stay the same', async () => {
    const people = await Promise.all(['cora', 'dean', 'elsa', 'finn', 'gwen'].map((name) => settled(name)));
    const responses = [];
    for (const person of people) responses.push(await change(person, stranger.toUpperCase()));
    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200));
    const linksToStranger = async () =>
      (await emails()).filter(({ to }) => to?.[0]?.address?.toLowerCase() === stranger);
    expect(await linksToStranger()).toHaveLength(3);
    expect((await change(people[0] as Person, 'other@elsewhere.test')).status).toBe(200);
    expect((await emails()).map(({ to }) => to?.[0]?.address)).toContain('other@elsewhere.test');
    site.clock.advance(12 * hour);
    await change(people[4] as Person, stranger);
    expect(await linksToStranger()).toHaveLength(1);
  });

  test('even if many are requested at the same time', async () => {
    const email = 'crowded@elsewhere.test';
    const people = await Promise.all(
      ['hugo', 'iris', 'jack', 'kaja', 'lena', 'mika'].map((name) => signUp(name)),
    );
    for (const { id } of people) await setPendingEmail(site.ctx.db, id, email);
    const tokens = await Promise.all(
      people.map(({ id }) =>
        createEmailToken(site.ctx, { userId: id, purpose: 'change', email, jobId: randomUUID() }),
      ),
    );
    expect(tokens.filter((token) => token !== null)).toHaveLength(3);
  });

  test('and a retried email counts once', async () => {
    const nina = await signUp('nina');
    await emails();
    const jobId = randomUUID();
    const retry = () =>
      createEmailToken(site.ctx, { userId: nina.id, purpose: 'reset', email: addressOf('nina'), jobId });
    for (let times = 0; times < 5; times += 1) expect(await retry()).not.toBeNull();
  });
});

test('the old address is told what to do if the owner did not make the change', async () => {
  const rosa = await settled('rosa');
  await change(rosa, 'thief@elsewhere.test');
  const link = (await emails()).find(({ to }) => to?.[0]?.address === 'thief@elsewhere.test');
  await verify(findLink(link, '/verify-email/').token);
  const [notice] = await emails();
  expect(notice?.to?.[0]?.address).toBe(addressOf('rosa'));
  expect(findLink(notice, '/contact').url).toBe('https://stories.example/contact');
  expect(notice?.html).toContain('href="https://stories.example/contact"');
});
