import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { accountsWithMail } from '../../testing/accounts-with-mail.ts';
import { linkIn } from '../../testing/mail-sink.ts';

const {
  site,
  visitor,
  password,
  newPassword,
  addressOf,
  logIn,
  onAnotherDevice,
  isIn,
  reset,
  mails,
  settled,
  resetLink,
} = await accountsWithMail();

describe('a forgotten password', () => {
  test('is chosen anew by the link; every log-in ends, a new one begins, and a notice comes', async () => {
    const yara = await settled('yara');
    const elsewhere = await onAnotherDevice(yara);
    const { url, token } = await resetLink('yara');
    expect(url).toBe(`https://stories.example/reset-password/${token}`);
    const { body } = await reset(token);
    expect(body.user).toMatchObject({ username: 'yara', verified: true });
    expect(await isIn(yara)).toBe(false);
    expect(await isIn(elsewhere)).toBe(false);
    expect(await isIn({ ...yara, token: body.token })).toBe(true);
    expect((await logIn('yara', password)).status).toBe(401);
    expect((await logIn('yara', newPassword)).status).toBe(200);
    const [notice, ...more] = await mails();
    expect(more).toEqual([]);
    expect(notice).toMatchObject({
      subject: 'Your password has changed',
      to: [{ address: 'yara@example.test' }],
    });
  });

  test('of fifty who follow the link at once, one succeeds', async () => {
    await settled('zoe');
    const { token } = await resetLink('zoe');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => reset(token, `a new bell, number ${index}`)),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    const chosen = `a new bell, number ${statuses.indexOf(200)}`;
    expect((await logIn('zoe', chosen)).status).toBe(200);
    expect((await reset(token)).failure.code).toBe('RESET_LINK_INVALID');
  });

  test('the link works for an hour, and no longer', async () => {
    await settled('abel');
    const late = await resetLink('abel');
    site.clock.advance(61 * minute);
    const { status, failure } = await reset(late.token);
    expect(status).toBe(400);
    expect(failure).toMatchObject({
      code: 'RESET_LINK_INVALID',
      message: expect.stringContaining('Ask for a new one'),
    });
    const inTime = await resetLink('abel');
    site.clock.advance(59 * minute);
    expect((await reset(inTime.token)).status).toBe(200);
  });

  test('the newest link alone works', async () => {
    await settled('bea');
    const first = await resetLink('bea');
    const second = await resetLink('bea');
    expect((await reset(first.token)).failure.code).toBe('RESET_LINK_INVALID');
    expect((await reset(second.token)).status).toBe(200);
  });

  test('a refused password leaves the link as it is, with every wrong field named', async () => {
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

  test('a change of the password ends the links that are under way', async () => {
    const dora = await settled('dora');
    const { token } = await resetLink('dora');
    const body = { oldPassword: password, newPassword, confirmNewPassword: newPassword };
    expect((await site.as(dora).call(calls.updatePassword, { body })).status).toBe(200);
    expect((await reset(token, 'nine brass bells')).failure.code).toBe('RESET_LINK_INVALID');
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your password has changed']);
  });

  test('opens the door that others have closed by guessing', async () => {
    await settled('emil');
    for (let guess = 0; guess < 10; guess += 1) await logIn('emil', 'wrong guess');
    expect((await logIn('emil', password)).status).toBe(429);
    const { token } = await resetLink('emil');
    expect((await reset(token)).status).toBe(200);
    const elsewhere = await site.app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/login',
      remoteAddress: '203.0.113.9',
      payload: { email: 'emil', password: newPassword },
    });
    expect(elsewhere.statusCode).toBe(200);
  });

  test('links begin with PUBLIC_URL, whatever a request says of its host', async () => {
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
    const [mail] = await mails();
    expect(linkIn(mail, '/reset-password/').url).toMatch(/^https:\/\/stories\.example\/reset-password\//);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
  });
});
