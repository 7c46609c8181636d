import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';

const { site, addressOf, signUp, isVerified, requestReset, reset, verify, emails, settled, resetLink } =
  await accountsWithEmail();

describe('a new user', () => {
  test('receives an email with a link that verifies the address', async () => {
    const nora = await signUp('nora');
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      subject: 'Verify your email address',
      from: { name: 'Ink', address: 'ink@stories.example' },
      to: [{ address: 'nora@example.test' }],
    });
    const { url, token } = findLink(email, '/verify-email/');
    expect(url).toBe(`https://stories.example/verify-email/${token}`);
    expect(email?.html).toContain(`href="${url}"`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await isVerified(nora)).toBe(false);
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(nora)).toBe(true);
  });

  test('is greeted by name once the address is verified', async () => {
    await signUp('Łukasz.O-Neill_7', 'lukasz@example.test');
    const [email] = await emails();
    expect(email?.text).toMatch(/^Hello,\n/);
    await verify(findLink(email, '/verify-email/').token);
    await requestReset('lukasz@example.test');
    expect((await emails())[0]?.text).toContain('Hello Łukasz.O-Neill_7,');
  });
});

describe('GET /auth/verify-email/{token}', () => {
  test('succeeds again without any effect [R09]', async () => {
    const olga = await signUp('olga');
    const { token } = findLink((await emails())[0], '/verify-email/');
    const both = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    site.clock.advance(3 * day);
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(olga)).toBe(true);
    expect(await emails()).toEqual([]);
  });

  test('does nothing on HEAD, which email scanners send [R09]', async () => {
    const pia = await signUp('pia');
    const { token } = findLink((await emails())[0], '/verify-email/');
    const head = await site.app.http.inject({ method: 'HEAD', url: `/api/v1/auth/verify-email/${token}` });
    expect(head.statusCode).toBe(404);
    expect(await isVerified(pia)).toBe(false);
    const used =
      await sql`select 1 from email_tokens where used_at is not null and user_id = ${pia.id}`.execute(
        site.ctx.db,
      );
    expect(used.rows).toEqual([]);
  });

  test('verifies the recipient of the email, regardless of who is signed in [R09]', async () => {
    const [rosa, sami] = [await signUp('rosa'), await signUp('sami')];
    const rosasEmail = (await emails()).find(({ to }) => to?.[0]?.address === 'rosa@example.test');
    await verify(findLink(rosasEmail, '/verify-email/').token, sami);
    expect(await isVerified(rosa)).toBe(true);
    expect(await isVerified(sami)).toBe(false);
  });

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(120), '%00', '../../auth/me', "' or 1=1 --"])(
    'explains what to do with an invalid token like %j',
    async (token) => {
      const { status, failure } = await verify(encodeURIComponent(token));
      expect(status).toBe(400);
      expect(failure.code).toBe('VERIFICATION_LINK_INVALID');
      expect(failure.message).toContain('Sign in to get a new one');
    },
  );

  test('rejects an unused link after one day', async () => {
    const tara = await signUp('tara');
    const { token } = findLink((await emails())[0], '/verify-email/');
    site.clock.advance(day);
    expect((await verify(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await isVerified(tara)).toBe(false);
  });

  test('does not accept a reset link, nor does a reset accept a verification link', async () => {
    const uma = await signUp('uma');
    const first = findLink((await emails())[0], '/verify-email/');
    expect((await reset(first.token)).failure.code).toBe('RESET_LINK_INVALID');
    const second = await resetLink('uma');
    expect((await verify(second.token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await isVerified(uma)).toBe(false);
  });
});

describe('POST /auth/resend-verification', () => {
  test('sends at most three emails in twelve hours, always with the same response [R08]', async () => {
    const vera = await signUp('vera');
    const resend = () => site.as(vera).call(calls.resendVerification, {});
    const responses = [];
    for (let times = 0; times < 5; times += 1) {
      responses.push((await resend()).body);
      await requestReset(addressOf('vera'));
    }
    expect(await emails()).toHaveLength(3);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    site.clock.advance(12 * hour + 1);
    await resend();
    expect(await emails()).toHaveLength(1);
  });

  test('sends no more for many concurrent requests', async () => {
    const will = await settled('will');
    site.clock.advance(13 * hour);
    await Promise.all(Array.from({ length: 20 }, () => site.as(will).call(calls.resendVerification, {})));
    expect(await emails()).toHaveLength(3);
  });

  test('tells a verified user so and sends nothing', async () => {
    const xena = await signUp('xena');
    await verify(findLink((await emails())[0], '/verify-email/').token);
    const { body } = await site.as(xena).call(calls.resendVerification, {});
    expect(body.message).toBe('Your email address is already verified.');
    expect(await emails()).toEqual([]);
  });
});
