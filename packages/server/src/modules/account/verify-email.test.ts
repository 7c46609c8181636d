import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { findLink } from '../../testing/email-sink.ts';

const { site, addressOf, signUp, isVerified, forgot, reset, verify, emails, settled, resetLink } =
  await accountsWithEmail();

describe('a newcomer', () => {
  test('is sent a mail whose link verifies the address', async () => {
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

  test('is greeted by name once the address is theirs, whatever the name is', async () => {
    await signUp('Łukasz.O-Neill_7', 'lukasz@example.test');
    const [email] = await emails();
    expect(email?.text).toMatch(/^Hello,\n/);
    await verify(findLink(email, '/verify-email/').token);
    await forgot('lukasz@example.test');
    expect((await emails())[0]?.text).toContain('Hello Łukasz.O-Neill_7,');
  });
});

describe('GET /auth/verify-email/{token}', () => {
  test('succeeds again, and does nothing then', async () => {
    const olga = await signUp('olga');
    const { token } = findLink((await emails())[0], '/verify-email/');
    const both = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    site.clock.advance(3 * day);
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(olga)).toBe(true);
    expect(await emails()).toEqual([]);
  });

  test('is not run by HEAD, which scanners of mails send', async () => {
    const pia = await signUp('pia');
    const { token } = findLink((await emails())[0], '/verify-email/');
    const head = await site.app.http.inject({ method: 'HEAD', url: `/api/v1/auth/verify-email/${token}` });
    expect(head.statusCode).toBe(404);
    expect(await isVerified(pia)).toBe(false);
    const used =
      await sql`select 1 from account_links where used_at is not null and user_id = ${pia.id}`.execute(
        site.ctx.db,
      );
    expect(used.rows).toEqual([]);
  });

  test('is about the person whose mail it was, whoever is signed in', async () => {
    const [rosa, sami] = [await signUp('rosa'), await signUp('sami')];
    const rosas = (await emails()).find(({ to }) => to?.[0]?.address === 'rosa@example.test');
    await verify(findLink(rosas, '/verify-email/').token, sami);
    expect(await isVerified(rosa)).toBe(true);
    expect(await isVerified(sami)).toBe(false);
  });

  test.each(['', 'x', 'a'.repeat(43), 'a'.repeat(120), '%00', '../../auth/me', "' or 1=1 --"])(
    'tells what to do with a token like %j',
    async (token) => {
      const { status, failure } = await verify(encodeURIComponent(token));
      expect(status).toBe(400);
      expect(failure.code).toBe('VERIFICATION_LINK_INVALID');
      expect(failure.message).toContain('have a new one sent');
    },
  );

  test('ends after a day, for a link that was not followed', async () => {
    const tara = await signUp('tara');
    const { token } = findLink((await emails())[0], '/verify-email/');
    site.clock.advance(day);
    expect((await verify(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await isVerified(tara)).toBe(false);
  });

  test('a link to reset a password verifies nothing, and the other way round', async () => {
    const uma = await signUp('uma');
    const first = findLink((await emails())[0], '/verify-email/');
    expect((await reset(first.token)).failure.code).toBe('RESET_LINK_INVALID');
    const second = await resetLink('uma');
    expect((await verify(second.token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await isVerified(uma)).toBe(false);
  });
});

describe('POST /auth/resend-verification', () => {
  test('three mails in twelve hours, and always the same answer', async () => {
    const vera = await signUp('vera');
    const resend = () => site.as(vera).call(calls.resendVerification, {});
    const responses = [];
    for (let times = 0; times < 5; times += 1) {
      responses.push((await resend()).body);
      await forgot(addressOf('vera'));
    }
    expect(await emails()).toHaveLength(3);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    site.clock.advance(12 * hour + 1);
    await resend();
    expect(await emails()).toHaveLength(1);
  });

  test('many requests at once send no more', async () => {
    const will = await settled('will');
    site.clock.advance(13 * hour);
    await Promise.all(Array.from({ length: 20 }, () => site.as(will).call(calls.resendVerification, {})));
    expect(await emails()).toHaveLength(3);
  });

  test('whoever is verified is told so, and sent nothing', async () => {
    const xena = await signUp('xena');
    await verify(findLink((await emails())[0], '/verify-email/').token);
    const { body } = await site.as(xena).call(calls.resendVerification, {});
    expect(body.message).toBe('Your email address is verified already.');
    expect(await emails()).toEqual([]);
  });
});
