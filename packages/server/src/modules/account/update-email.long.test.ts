import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { hour } from '../../platform/clock.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const { site, password, newPassword, signIn, isSignedIn, reset, verify, emails, settled, resetLink } =
  await accountsWithEmail();

const limited = testApp({ RATE_LIMIT: 'on' });

describe('PATCH /auth/update-email', () => {
  const change = (who: Person, email: string, typed = password) =>
    site.as(who).call(calls.updateEmail, { body: { password: typed, email } });

  test('the new address is used once its link is followed; the old one is notified before and after [R11]', async () => {
    const kira = await settled('kira');
    const { body } = await change(kira, 'kira.new@example.test');
    expect(body.user).toMatchObject({ email: 'kira@example.test', pendingEmail: 'kira.new@example.test' });
    const sent = await emails();
    const to = (address: string) => sent.find((email) => email.to?.[0]?.address === address);
    expect(sent).toHaveLength(2);
    expect(to('kira@example.test')?.subject).toBe('Your email address is about to change');
    expect((await signIn('kira.new@example.test', password)).status).toBe(401);
    const { token } = findLink(to('kira.new@example.test'), '/verify-email/');
    expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
    const { body: session } = await signIn('kira.new@example.test', password);
    expect(session.user).toMatchObject({
      email: 'kira.new@example.test',
      pendingEmail: null,
      verified: true,
    });
    expect((await signIn('kira@example.test', password)).status).toBe(401);
    const after = await emails();
    expect(after.map(({ subject, to: [recipient] = [] }) => [subject, recipient?.address])).toEqual([
      ['Your email address has changed', 'kira@example.test'],
    ]);
    // The email to the old address does not disclose the new one.
    expect(`${after[0]?.text}${after[0]?.html}`).not.toContain('kira.new@example.test');
  });

  test('requires the password, and a wrong one keeps the session [R11]', async () => {
    const liam = await settled('liam');
    const { status, failure } = await change(liam, 'liam.new@example.test', 'wrong guess');
    expect(status).toBe(400);
    expect(failure).toMatchObject({ code: 'WRONG_PASSWORD', errors: [{ path: 'password' }] });
    expect(await isSignedIn(liam)).toBe(true);
    for (let guess = 1; guess < 10; guess += 1) await change(liam, 'liam.new@example.test', 'wrong guess');
    expect((await change(liam, 'liam.new@example.test')).status).toBe(429);
    expect(await emails()).toEqual([]);
  });

  test('an address of another account is refused, even if it was taken in the meantime', async () => {
    const mona = await settled('mona');
    await settled('nils');
    expect((await change(mona, 'NILS@example.test')).failure.code).toBe('EMAIL_TAKEN');
    expect((await change(mona, 'MONA@example.test')).failure.errors?.[0]?.path).toBe('email');
    await change(mona, 'otto@example.test');
    const link = (await emails()).find(({ to }) => to?.[0]?.address === 'otto@example.test');
    await settled('otto');
    expect((await verify(findLink(link, '/verify-email/').token)).failure.code).toBe('EMAIL_TAKEN');
    expect((await signIn('mona@example.test', password)).status).toBe(200);
  });

  test('only the newest change is valid, and a new password cancels it', async () => {
    const pola = await settled('pola');
    const linkTo = async (address: string) =>
      findLink(
        (await emails()).find(({ to }) => to?.[0]?.address === address),
        '/verify-email/',
      ).token;
    site.clock.advance(13 * hour);
    await change(pola, 'pola1@example.test');
    const first = await linkTo('pola1@example.test');
    await change(pola, 'pola2@example.test');
    const second = await linkTo('pola2@example.test');
    expect((await verify(first)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    await reset((await resetLink('pola')).token);
    expect((await verify(second)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect((await signIn('pola@example.test', newPassword)).status).toBe(200);
  });

  test('reveals no more about existing accounts than sign-up does', async () => {
    const tess = await settled('tess');
    await settled('udo');
    site.clock.advance(13 * hour);
    for (let times = 0; times < 3; times += 1) {
      await change(tess, `stranger${times}@example.test`);
      await emails();
    }
    // After three emails, the response is the same for any address.
    const [taken, free] = [await change(tess, 'udo@example.test'), await change(tess, 'nobody@example.test')];
    expect([taken.status, taken.failure]).toEqual([429, free.failure]);

    const vera = await limited.person();
    const statuses: number[] = [];
    for (let times = 0; times < 21; times += 1) {
      const { status } = await limited.as(vera).call(calls.updateEmail, {
        body: { password: 'a lamp in the window', email: `${vera.username}@example.test` },
      });
      statuses.push(status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400));
    expect(statuses[20]).toBe(429);
  });

  test('is limited to three emails with a link in twelve hours', async () => {
    const rita = await settled('rita');
    site.clock.advance(13 * hour);
    for (let times = 0; times < 3; times += 1) {
      expect((await change(rita, `stranger${times}@example.test`)).status).toBe(200);
      await emails();
    }
    const { status, headers } = await change(rita, 'stranger3@example.test');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBeDefined();
  });
});
