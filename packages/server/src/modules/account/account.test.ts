import { argon2Sync } from 'node:crypto';
import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const visitor = () => site.as(null);

const password = 'seven brass bells';
const details = (username: string) => ({
  username,
  email: `${username}@example.test`,
  password,
  passwordConfirm: password,
});
const signUp = (body: ReturnType<typeof details>) => visitor().call(calls.register, { body });

describe('POST /auth/register', () => {
  test('a newcomer becomes a reader, signed in and not yet verified', async () => {
    const { status, body } = await signUp(details('nora'));
    expect(status).toBe(201);
    expect(body.user).toMatchObject({
      username: 'nora',
      email: 'nora@example.test',
      role: 'reader',
      verified: false,
    });
    const me = await site
      .as({ id: body.user._id, username: 'nora', token: body.token })
      .call(calls.getMe, {});
    expect(me.body.user.username).toBe('nora');
  });

  test('names and addresses are taken whatever their case', async () => {
    await signUp(details('olga'));
    const sameName = await signUp({ ...details('Olga'), email: 'other@example.test' });
    expect(sameName.failure).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username is already taken' });
    const sameEmail = await signUp({ ...details('olga2'), email: 'OLGA@example.test' });
    expect(sameEmail.failure).toMatchObject({ code: 'EMAIL_TAKEN', message: 'Email is already registered' });
  });

  test('two sign-ups with one name at once leave one user', async () => {
    const both = await Promise.all([
      signUp({ ...details('pia'), email: 'pia1@example.test' }),
      signUp({ ...details('PIA'), email: 'pia2@example.test' }),
    ]);
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 409]);
  });

  test('every wrong field is named', async () => {
    const { status, failure } = await signUp({
      username: 'x',
      email: 'nowhere',
      password: 'short',
      passwordConfirm: 'other',
    });
    expect(status).toBe(400);
    expect(failure.errors?.map((error) => error.path).sort()).toEqual([
      'email',
      'password',
      'passwordConfirm',
      'username',
    ]);
  });

  test.each(['password', '12345678', 'qwertyuiop', 'Inkling1', 'quentin99'])(
    'refuses the guessable password %s',
    async (easy) => {
      const { failure } = await signUp({ ...details('quentin'), password: easy, passwordConfirm: easy });
      expect(failure.errors?.[0]?.path).toBe('password');
    },
  );

  test('the password is kept as an Argon2id hash with its parameters', async () => {
    await signUp(details('rosa'));
    const stored = await sql<{ password_hash: string }>`
      select password_hash from credentials where email = 'rosa@example.test'`.execute(site.ctx.db);
    expect(stored.rows[0]?.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });
});

describe('POST /auth/login', () => {
  test('by email or username, in any case', async () => {
    await signUp(details('sami'));
    for (const email of ['sami@example.test', 'SAMI@example.test', 'Sami']) {
      const { body } = await visitor().call(calls.login, { body: { email, password } });
      expect(body.user.username).toBe('sami');
    }
  });

  test('one answer for an unknown email and a wrong password', async () => {
    await signUp(details('tara'));
    const wrong = await visitor().call(calls.login, {
      body: { email: 'tara@example.test', password: 'not this one' },
    });
    const unknown = await visitor().call(calls.login, { body: { email: 'nobody@example.test', password } });
    expect(wrong.status).toBe(401);
    expect(wrong.failure).toEqual(unknown.failure);
    expect(wrong.failure.message).toBe('Incorrect email or password');
  });

  test('a hash of lower cost is made anew at the next log-in', async () => {
    await signUp(details('ugo'));
    const stored = () =>
      site.ctx.db
        .selectFrom('credentials')
        .select('password_hash')
        .where('email', '=', 'ugo@example.test')
        .executeTakeFirstOrThrow();
    const weak = await weakHash(password);
    await site.ctx.db
      .updateTable('credentials')
      .set({ password_hash: weak })
      .where('email', '=', 'ugo@example.test')
      .execute();
    const { status } = await visitor().call(calls.login, { body: { email: 'ugo', password } });
    expect(status).toBe(200);
    expect((await stored()).password_hash).toContain('m=19456,t=2,p=1');
  });

  test('ten failures close the account for fifteen minutes, not for good', async () => {
    const shut = testLogin('vera');
    site.clock.advance(hour);
    await signUp(details('vera'));
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await shut('wrong guess')).toBe(401);
    expect(await shut(password)).toBe(429);
    site.clock.advance(15 * 60_000 + 1);
    expect(await shut(password)).toBe(200);
  });
});

/** A hash at a cost that is no longer used. */
function weakHash(secret: string): string {
  const salt = Buffer.alloc(16, 3);
  const tag = argon2Sync('argon2id', {
    message: secret,
    nonce: salt,
    tagLength: 32,
    memory: 64,
    passes: 1,
    parallelism: 1,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=64,t=1,p=1$${base64(salt)}$${base64(tag)}`;
}

const testLogin = (username: string) => async (typed: string) =>
  (await visitor().call(calls.login, { body: { email: username, password: typed } })).status;

describe('POST /auth/logout', () => {
  test('ends this log-in and no other', async () => {
    const wanda = await site.person('wanda');
    const other = await visitor().call(calls.login, {
      body: { email: 'wanda', password: 'a lamp in the window' },
    });
    await site.as(wanda).call(calls.logout, {});
    expect((await site.as(wanda).call(calls.getMe, {})).status).toBe(401);
    const onOtherDevice = { ...wanda, token: other.body.token };
    expect((await site.as(onOtherDevice).call(calls.getMe, {})).status).toBe(200);
  });
});

describe('GET /auth/status', () => {
  test('a visitor is told so, with status 200', async () => {
    const { status, body } = await visitor().call(calls.getStatus, {});
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, isAuthenticated: false, user: null });
  });

  test('a log-in ends 30 days after its last use', async () => {
    const xenia = await site.person('xenia');
    site.clock.advance(29 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(true);
    site.clock.advance(29 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(true);
    site.clock.advance(31 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(false);
  });
});
