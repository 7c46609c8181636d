import { once } from 'node:events';
import * as calls from '@inkling/contract/account';
import { listGenres } from '@inkling/contract/genres';
import { deleteMe } from '@inkling/contract/personal-data';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { apiPrefix } from '../../platform/http/bind.ts';
import { addressOf } from '../../testing/live-client.ts';
import { parseResponse, rawConnection } from '../../testing/raw-http.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { useServerPasswordCost, weakHash } from '../../testing/test-password.ts';

import { limitHashing, maxPasswordRequests } from './passwords.ts';

const site = testApp();
const visitor = () => site.as(null);
useServerPasswordCost();

const password = 'seven brass bells';
const details = (username: string) => ({
  username,
  email: `${username}@example.test`,
  password,
  passwordConfirm: password,
});
const signUp = (body: ReturnType<typeof details>) => visitor().call(calls.register, { body });

describe('POST /auth/register', () => {
  test('a new account is a reader, signed in and not yet verified', async () => {
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

  test('a domain in any script can sign up: it is one address in both of its forms', async () => {
    const domain = 'xn--e1afmkfd.xn--p1ai';
    const { status, body } = await signUp({ ...details('vera'), email: 'vera@пример.рф' });
    expect([status, body.user.email]).toEqual([201, `vera@${domain}`]);
    const again = await signUp({ ...details('vera2'), email: `vera@${domain}` });
    expect(again.failure.code).toBe('EMAIL_TAKEN');
    for (const email of ['vera@пример.рф', `vera@${domain}`, 'vera@ПРИМЕР.рф'])
      expect((await visitor().call(calls.login, { body: { email, password } })).status, email).toBe(200);
    const wrong = await signUp({ ...details('vera3'), email: 'вера@пример.рф' });
    expect([wrong.status, wrong.failure.message]).toEqual([
      400,
      'Please enter an email address like name@example.com.',
    ]);
  });

  test('usernames and email addresses are unique regardless of case', async () => {
    await signUp(details('olga'));
    const sameName = await signUp({ ...details('Olga'), email: 'other@example.test' });
    expect(sameName.failure).toMatchObject({ code: 'USERNAME_TAKEN', message: 'Username is already taken' });
    const sameEmail = await signUp({ ...details('olga2'), email: 'OLGA@example.test' });
    expect(sameEmail.failure).toMatchObject({ code: 'EMAIL_TAKEN', message: 'Email is already registered' });
  });

  test('two concurrent sign-ups with the same name create one account', async () => {
    const both = await Promise.all([
      signUp({ ...details('pia'), email: 'pia1@example.test' }),
      signUp({ ...details('PIA'), email: 'pia2@example.test' }),
    ]);
    expect(both.map((response) => response.status).sort()).toEqual([201, 409]);
  });

  test('the response names every invalid field', async () => {
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
    'the guessable password %s is refused [R02]',
    async (guessable) => {
      const { failure } = await signUp({
        ...details('quentin'),
        password: guessable,
        passwordConfirm: guessable,
      });
      expect(failure.errors?.[0]?.path).toBe('password');
    },
  );

  const long = `${'ab'.repeat(63)}c`;
  test.each([
    ['seven characters', 'sevench', 400],
    ['eight characters', 'eight-ch', 201],
    ['surrounding spaces', '  seven brass bells  ', 201],
    ['only spaces', '            ', 201],
    ['another script', 'семь медных колоколов', 201],
    ['emoji', '🔔🎺🥁🎻🪕🎷🎸🪗', 201],
    ['128 characters', `${long}d`, 201],
    ['129 characters', `${long}de`, 400],
    ['a lone surrogate', 'seven brass bells \ud800', 400],
  ])('a password with %s gets the expected status [R02]', async (what, chosen, status) => {
    site.clock.advance(hour);
    const name = `pw_${what.replaceAll(' ', '_')}`;
    const body = { ...details(name), password: chosen, passwordConfirm: chosen };
    expect((await signUp(body)).status).toBe(status);
    if (status === 201) {
      expect((await visitor().call(calls.login, { body: { email: name, password: chosen } })).status).toBe(
        200,
      );
      const variants = [chosen.slice(0, -1), chosen.trim(), chosen.toUpperCase()].filter(
        (variant) => variant !== chosen && variant !== '',
      );
      for (const typed of variants) {
        const { status: refused } = await visitor().call(calls.login, {
          body: { email: name, password: typed },
        });
        expect(refused, typed).toBe(401);
      }
    }
  });

  test('a password of one megabyte is refused without being hashed', async () => {
    const huge = 'x'.repeat(1_000_000);
    const { status } = await signUp({ ...details('mega'), password: huge, passwordConfirm: huge });
    // The body is refused before it is read completely.
    expect(status).toBe(413);
  });

  test('the password is stored as an Argon2id hash with its parameters [R01]', async () => {
    await signUp(details('rosa'));
    const stored = await sql<{ password_hash: string }>`
      select password_hash from credentials where email = 'rosa@example.test'`.execute(site.ctx.db);
    expect(stored.rows[0]?.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    );
  });
});

describe('POST /auth/login', () => {
  test('accepts the email or the username in any case', async () => {
    await signUp(details('sami'));
    for (const email of ['sami@example.test', 'SAMI@example.test', 'Sami']) {
      const { body } = await visitor().call(calls.login, { body: { email, password } });
      expect(body.user.username).toBe('sami');
    }
  });

  test('an unknown email and a wrong password get the same response [R04]', async () => {
    site.clock.advance(hour);
    await signUp(details('tara'));
    const wrong = await visitor().call(calls.login, {
      body: { email: 'tara@example.test', password: 'not this one' },
    });
    const unknown = await visitor().call(calls.login, { body: { email: 'nobody@example.test', password } });
    expect(wrong.status).toBe(401);
    expect(wrong.failure).toEqual(unknown.failure);
    expect(wrong.failure.message).toBe('Incorrect email or password');
  });

  test('a hash with a lower cost is replaced at the next sign-in [R01]', async () => {
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
});

const testLogin = (username: string) => async (typed: string) =>
  (await visitor().call(calls.login, { body: { email: username, password: typed } })).status;

describe('a flood of sign-ins', () => {
  test('gets 503 with Retry-After and does not block other requests [R03]', async () => {
    site.clock.advance(hour);
    await signUp(details('jona'));
    const flood = Array.from({ length: 200 }, (_, index) =>
      visitor().call(calls.login, { body: { email: `flood${index}`, password: 'wrong guess' } }),
    );
    let completed = 0;
    for (const login of flood) void login.then(() => (completed += 1));
    expect((await visitor().call(listGenres, {})).status).toBe(200);
    // Readers are served while sign-ins are still queued.
    expect(completed).toBeLessThan(flood.length);
    const responses = await Promise.all(flood);
    const busy = responses.filter(({ status }) => status === 503);
    expect(busy.length).toBeGreaterThan(100);
    expect(busy[0]?.headers['retry-after']).toBeDefined();
  });

  test('is refused before any of its bodies is read, and the connection goes on [R03] [R63]', async () => {
    const url = await addressOf(site);
    const requests = [
      calls.login,
      calls.register,
      calls.resetPassword,
      calls.updatePassword,
      calls.updateEmail,
      deleteMe,
    ];
    const rest = Promise.withResolvers<void>();
    const inProgress = Array.from({ length: maxPasswordRequests }, () => limitHashing(() => rest.promise));
    for (const { method, path } of requests) {
      const { socket, ended } = rawConnection(url);
      const head = `${method} ${apiPrefix}${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n`;
      socket.write(`${head}content-length: 2\r\n\r\n`);
      // Nothing of the body has been sent.
      const [refused] = await once(socket, 'data');
      expect(parseResponse(String(refused))).toMatchObject({
        status: 503,
        headers: { 'retry-after': expect.stringMatching(/^[2-7]$/), connection: 'keep-alive' },
      });
      socket.end('{}GET /livez HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
      expect(await ended).toMatch(/HTTP\/1\.1 200 /);
    }
    rest.resolve();
    await Promise.all(inProgress);
    const { status } = await visitor().call(calls.login, { body: { email: 'jona', password } });
    expect(status).toBe(200);
  });
});

describe('PATCH /auth/update-password', () => {
  const changed = 'eight brass bells';
  const change = (
    who: Person,
    oldPassword: string,
    newPassword = changed,
    confirmNewPassword = newPassword,
  ) => site.as(who).call(calls.updatePassword, { body: { oldPassword, newPassword, confirmNewPassword } });
  const isSignedIn = async (who: Person) => (await site.as(who).call(calls.getMe, {})).status === 200;
  const newPerson = async (username: string): Promise<Person> => {
    site.clock.advance(hour);
    const { body } = await signUp(details(username));
    return { id: body.user._id, username, token: body.token };
  };
  const onAnotherDevice = async (who: Person): Promise<Person> => {
    const { body } = await visitor().call(calls.login, { body: { email: who.username, password } });
    return { ...who, token: body.token };
  };

  test('ends all other sessions of this user and none of other users', async () => {
    const [karl, lara] = [await newPerson('karl'), await newPerson('lara')];
    const elsewhere = await onAnotherDevice(karl);
    const { status, body } = await change(karl, password);
    expect(status).toBe(200);
    expect(body.user.username).toBe('karl');
    expect(await isSignedIn({ ...karl, token: body.token })).toBe(true);
    expect(await isSignedIn(karl)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(lara)).toBe(true);
    expect(await testLogin('karl')(password)).toBe(401);
    expect(await testLogin('karl')(changed)).toBe(200);
  });

  test('a wrong old password gets 400 and keeps the session; after ten, attempts are refused [R10] [R11]', async () => {
    const mara = await newPerson('mara');
    const { status, failure } = await change(mara, 'not this one');
    expect(status).toBe(400);
    expect(failure).toMatchObject({ code: 'WRONG_PASSWORD', errors: [{ path: 'oldPassword' }] });
    expect(await isSignedIn(mara)).toBe(true);
    for (let attempt = 1; attempt < 10; attempt += 1) await change(mara, 'not this one');
    expect((await change(mara, password)).status).toBe(429);
    expect(await isSignedIn(mara)).toBe(true);
  });

  test('the new password must satisfy the sign-up rules', async () => {
    const nils = await newPerson('nils1');
    const paths = async (...args: Parameters<typeof change>) =>
      (await change(...args)).failure.errors?.map(({ path }) => path);
    expect(await paths(nils, password, 'short', 'other')).toEqual(['newPassword', 'confirmNewPassword']);
    expect(await paths(nils, password, 'nils1nils1', 'nils1nils2')).toEqual(['confirmNewPassword']);
    expect(await paths(nils, password, 'password123')).toEqual(['newPassword']);
  });

  test('of two concurrent changes with the same old password, one succeeds', async () => {
    const otto = await newPerson('otto');
    const both = await Promise.all([
      change(otto, password, 'a first new bell'),
      change(otto, password, 'a second new bell'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('POST /auth/logout', () => {
  test('ends this session and no other [R06]', async () => {
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
  test('a visitor gets status 200 and isAuthenticated false', async () => {
    const { status, body } = await visitor().call(calls.getStatus, {});
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, isAuthenticated: false, user: null });
  });

  test('a session ends 30 days after its last use [R06]', async () => {
    const xenia = await site.person('xenia');
    site.clock.advance(29 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(true);
    site.clock.advance(29 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(true);
    site.clock.advance(31 * day);
    expect((await site.as(xenia).call(calls.getStatus, {})).body.isAuthenticated).toBe(false);
  });

  test('a session ends 180 days after it began, even if it is used [R06]', async () => {
    const paula = await site.person('paula');
    const isSignedIn = async () => (await site.as(paula).call(calls.getStatus, {})).body.isAuthenticated;
    for (let weeks = 0; weeks < 25; weeks += 1) {
      site.clock.advance(7 * day);
      expect(await isSignedIn()).toBe(true);
    }
    site.clock.advance(6 * day);
    expect(await isSignedIn()).toBe(false);
  });
});
