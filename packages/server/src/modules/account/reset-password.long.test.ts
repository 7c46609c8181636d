import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { hour, minute } from '../../platform/clock.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';
import { requestOf } from '../../testing/request-of.ts';

const {
  site,
  visitor,
  password,
  newPassword,
  addressOf,
  signIn,
  requestReset,
  onAnotherDevice,
  isSignedIn,
  reset,
  emails,
  settled,
  resetLink,
} = await accountsWithEmail();

describe('resetting a password', () => {
  test('ends all sessions, starts a new one and sends a notice [R05]', async () => {
    const yara = await settled('yara');
    const elsewhere = await onAnotherDevice(yara);
    const { url, token } = await resetLink('yara');
    expect(url).toBe(`https://stories.example/reset-password/${token}`);
    const { body } = await reset(token);
    expect(body.user).toMatchObject({ username: 'yara', verified: true });
    expect(await isSignedIn(yara)).toBe(false);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn({ ...yara, token: body.token })).toBe(true);
    expect((await signIn('yara', password)).status).toBe(401);
    expect((await signIn('yara', newPassword)).status).toBe(200);
    const [notice, ...more] = await emails();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      subject: 'Your password has changed',
      to: [{ address: 'yara@example.test' }],
    });
  });

  test('of fifty concurrent requests with one link, one succeeds [R05]', async () => {
    await settled('zoe');
    const { token } = await resetLink('zoe');
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset(token, `a new bell, number ${index}`)),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    const chosen = `a new bell, number ${statuses.indexOf(200)}`;
    expect((await signIn('zoe', chosen)).status).toBe(200);
    expect((await reset(token)).failure.code).toBe('RESET_LINK_INVALID');
  });

  test('the link works for one hour [R05]', async () => {
    await settled('abel');
    const late = await resetLink('abel');
    site.clock.advance(61 * minute);
    const { status, failure } = await reset(late.token);
    expect(status).toBe(400);
    expect(failure).toMatchObject({
      code: 'RESET_LINK_INVALID',
      message: expect.stringContaining('Request a new one'),
    });
    const check = (token: string) => visitor().call(calls.checkResetLink, { params: { token } });
    expect((await check(late.token)).status).toBe(400);
    const inTime = await resetLink('abel');
    site.clock.advance(59 * minute);
    // Asking does not use it up.
    for (const token of [inTime.token, inTime.token]) expect((await check(token)).status).toBe(200);
    expect((await check('x')).status).toBe(400);
    expect((await reset(inTime.token)).status).toBe(200);
  });

  test('only the newest link works [R05]', async () => {
    await settled('bea');
    const first = await resetLink('bea');
    const second = await resetLink('bea');
    expect((await reset(first.token)).failure.code).toBe('RESET_LINK_INVALID');
    expect((await reset(second.token)).status).toBe(200);
  });

  test('a refused password does not use up the link, and the response names every invalid field', async () => {
    await settled('cleo');
    const { token } = await resetLink('cleo');
    const wrong = await visitor().call(calls.resetPassword, {
      params: { token },
      body: { password: 'short', passwordConfirm: 'other' },
    });
    expect(wrong.failure.errors).toEqual([
      { path: 'password', message: 'Password must be at least 8 characters long' },
      { path: 'passwordConfirm', message: 'Passwords do not match' },
    ]);
    expect((await reset(token, 'password123')).failure.errors?.[0]?.path).toBe('password');
    expect((await reset(token, 'cleo-cleo1')).status).toBe(200);
  });

  test('changing the password invalidates pending reset links [R11]', async () => {
    const dora = await settled('dora');
    const { token } = await resetLink('dora');
    const body = { oldPassword: password, newPassword, confirmNewPassword: newPassword };
    expect((await site.as(dora).call(calls.updatePassword, { body })).status).toBe(200);
    expect((await reset(token, 'nine brass bells')).failure.code).toBe('RESET_LINK_INVALID');
    expect((await emails()).map(({ subject }) => subject)).toEqual(['Your password has changed']);
  });

  test('lets the owner sign in during a lockout that others caused', async () => {
    await settled('emil');
    const from = async (remoteAddress: string, request: ReturnType<typeof requestOf>) =>
      (await site.app.http.inject({ ...request, remoteAddress })).statusCode;
    const signInFrom = (remoteAddress: string, typed: string) =>
      from(remoteAddress, requestOf(calls.login, { body: { email: 'emil', password: typed } }, null));
    for (let guess = 0; guess < 10; guess += 1) await signInFrom(`203.0.113.${guess}`, 'wrong guess');
    const cafe = '198.51.100.9';
    expect(await signInFrom(cafe, password)).toBe(429);
    const { token } = await resetLink('emil');
    const body = { password: newPassword, passwordConfirm: newPassword };
    expect(await from(cafe, requestOf(calls.resetPassword, { params: { token }, body }, null))).toBe(200);
    expect(await signInFrom(cafe, newPassword)).toBe(200);
    expect(await signInFrom('198.51.100.10', newPassword)).toBe(429);
  });

  test('works for the owner even if others have used up the email limit', async () => {
    await settled('ella');
    site.clock.advance(13 * hour);
    for (let request = 0; request < 3; request += 1) await requestReset(addressOf('ella'));
    const sent = await emails();
    expect(sent).toHaveLength(3);
    site.clock.advance(5 * hour);
    const tokens = sent.map((email) => findLink(email, '/reset-password/').token);
    const fresh = await Promise.all(tokens.map((token) => reset(token, 'password123')));
    expect(fresh.map(({ failure }) => failure.code)).toEqual(Array(3).fill('RESET_LINK_INVALID'));
    // Another request sends no email but makes the newest link valid for another hour.
    await requestReset(addressOf('ella'));
    expect(await emails()).toEqual([]);
    const again = await Promise.all(tokens.map((token) => reset(token, 'password123')));
    const valid = again.findIndex(({ failure }) => failure.code === 'BAD_INPUT');
    expect(again.filter(({ failure }) => failure.code === 'BAD_INPUT')).toHaveLength(1);
    site.clock.advance(59 * minute);
    expect((await reset(tokens[valid] ?? '')).status).toBe(200);
    // After a reset, further requests do not make any of the links valid again.
    await requestReset(addressOf('ella'));
    await emails();
    const expired = await Promise.all(tokens.map((token) => reset(token, 'password123')));
    expect(expired.map(({ failure }) => failure.code)).toEqual(Array(3).fill('RESET_LINK_INVALID'));
  });

  test('a link invalidated by a new password does not become valid again by further requests', async () => {
    const flora = await settled('flora');
    site.clock.advance(13 * hour);
    for (let request = 0; request < 3; request += 1) await requestReset(addressOf('flora'));
    const sent = await emails();
    const body = { oldPassword: password, newPassword, confirmNewPassword: newPassword };
    expect((await site.as(flora).call(calls.updatePassword, { body })).status).toBe(200);
    await requestReset(addressOf('flora'));
    await emails();
    for (const email of sent) {
      const { token } = findLink(email, '/reset-password/');
      expect((await reset(token, 'nine brass bells')).failure.code).toBe('RESET_LINK_INVALID');
    }
  });

  test('links begin with PUBLIC_URL, regardless of the request’s host headers [R05]', async () => {
    await settled('fred');
    const headers = {
      host: 'evil.test',
      'x-forwarded-host': 'evil.test',
      forwarded: 'host=evil.test',
      origin: 'https://evil.test',
    };
    await site.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/forgot-password',
      headers,
      payload: { email: addressOf('fred') },
    });
    const [email] = await emails();
    expect(findLink(email, '/reset-password/').url).toMatch(/^https:\/\/stories\.example\/reset-password\//);
    expect(`${email?.text}${email?.html}`).not.toContain('evil');
  });
});
