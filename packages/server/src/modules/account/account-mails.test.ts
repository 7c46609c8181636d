import * as calls from '@inkling/contract/account';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { day, hour, minute } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { requestOf } from '../../platform/http/request-of.ts';
import { linkIn, mailSink } from '../../testing/mail-sink.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const sink = await mailSink();
const site = testApp({
  SMTP_URL: sink.impatientUrl,
  PUBLIC_URL: 'https://stories.example/',
  MAIL_FROM: 'Ink <ink@stories.example>',
});
afterAll(() => sink.leave());
const visitor = () => site.as(null);

const password = 'seven brass bells';
const newPassword = 'eight brass bells';
const addressOf = (username: string) => `${username}@example.test`;

async function signUp(username: string, email = addressOf(username)): Promise<Person> {
  const body = { username, email, password, passwordConfirm: password };
  const { body: session } = await visitor().call(calls.register, { body });
  return { id: session.user._id, username, token: session.token };
}
const logIn = (name: string, typed: string) =>
  visitor().call(calls.login, { body: { email: name, password: typed } });
const onAnotherDevice = async (who: Person): Promise<Person> => ({
  ...who,
  token: (await logIn(who.username, password)).body.token,
});
const isIn = async (who: Person) => (await site.as(who).call(calls.getMe, {})).status === 200;
const isVerified = async (who: Person) => (await site.as(who).call(calls.getMe, {})).body.user.verified;
const forgot = (email: string) => visitor().call(calls.forgotPassword, { body: { email } });
const reset = (token: string, chosen = newPassword) =>
  visitor().call(calls.resetPassword, {
    params: { token },
    body: { password: chosen, passwordConfirm: chosen },
  });
const verify = (token: string, who: Person | null = null) =>
  site.as(who).call(calls.verifyEmail, { params: { token } });

/** The mails that the jobs send which are there. */
async function mails() {
  await site.runJobs();
  return sink.taken();
}
/** Somebody whose first mail has come and gone. */
async function settled(username: string): Promise<Person> {
  const person = await signUp(username);
  await mails();
  return person;
}
async function resetLink(username: string) {
  await forgot(addressOf(username));
  return linkIn((await mails())[0], '/reset-password/');
}

beforeEach(() => {
  // Nobody's limits of the test before count.
  site.clock.advance(13 * hour);
});

describe('a newcomer', () => {
  test('is sent a mail whose link verifies the address', async () => {
    const nora = await signUp('nora');
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Verify your email address',
      from: { name: 'Ink', address: 'ink@stories.example' },
      to: [{ address: 'nora@example.test' }],
    });
    const { url, token } = linkIn(mail, '/verify-email/');
    expect(url).toBe(`https://stories.example/verify-email/${token}`);
    expect(mail?.html).toContain(`href="${url}"`);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await isVerified(nora)).toBe(false);
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(nora)).toBe(true);
  });

  test('is greeted by name, whatever the name is', async () => {
    await signUp('Łukasz.O-Neill_7', 'lukasz@example.test');
    const [mail] = await mails();
    expect(mail?.text).toContain('Hello Łukasz.O-Neill_7,');
  });
});

describe('GET /auth/verify-email/{token}', () => {
  test('succeeds again, and does nothing then', async () => {
    const olga = await signUp('olga');
    const { token } = linkIn((await mails())[0], '/verify-email/');
    const both = await Promise.all([verify(token), verify(token), verify(token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    site.clock.advance(3 * day);
    expect((await verify(token)).status).toBe(200);
    expect(await isVerified(olga)).toBe(true);
    expect(await mails()).toEqual([]);
  });

  test('is not run by HEAD, which scanners of mails send', async () => {
    const pia = await signUp('pia');
    const { token } = linkIn((await mails())[0], '/verify-email/');
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
    const rosas = (await mails()).find(({ to }) => to?.[0]?.address === 'rosa@example.test');
    await verify(linkIn(rosas, '/verify-email/').token, sami);
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
    const { token } = linkIn((await mails())[0], '/verify-email/');
    site.clock.advance(day);
    expect((await verify(token)).failure.code).toBe('VERIFICATION_LINK_INVALID');
    expect(await isVerified(tara)).toBe(false);
  });

  test('a link to reset a password verifies nothing, and the other way round', async () => {
    const uma = await signUp('uma');
    const first = linkIn((await mails())[0], '/verify-email/');
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
    const answers = [];
    for (let times = 0; times < 5; times += 1) {
      answers.push((await resend()).body);
      await forgot(addressOf('vera'));
    }
    expect(await mails()).toHaveLength(3);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    site.clock.advance(12 * hour + 1);
    await resend();
    expect(await mails()).toHaveLength(1);
  });

  test('many requests at once send no more', async () => {
    const will = await settled('will');
    site.clock.advance(13 * hour);
    await Promise.all(Array.from({ length: 20 }, () => site.as(will).call(calls.resendVerification, {})));
    expect(await mails()).toHaveLength(3);
  });

  test('whoever is verified is told so, and sent nothing', async () => {
    const xena = await signUp('xena');
    await verify(linkIn((await mails())[0], '/verify-email/').token);
    const { body } = await site.as(xena).call(calls.resendVerification, {});
    expect(body.message).toBe('Your email address is verified already.');
    expect(await mails()).toEqual([]);
  });
});

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

describe('nothing tells which addresses have accounts', () => {
  test('the same answer, the same work, and mails to people alone', async () => {
    await settled('gina');
    const suspended = await settled('hugo');
    await sql`update users set suspended_at = now() where id = ${suspended.id}`.execute(site.ctx.db);
    const addresses = [addressOf('gina'), 'nobody@example.test', addressOf('hugo'), 'GINA@example.test'];
    const seen: { answer: string; statements: number }[] = [];
    // The queue itself is made with the first job.
    await forgot('first@example.test');
    for (const email of [...addresses, ...addresses]) {
      const statements = countStatements();
      const response = await site.app.http.inject(requestOf(calls.forgotPassword, { body: { email } }, null));
      const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
      seen.push({
        answer: JSON.stringify([response.statusCode, response.body, headers]),
        statements: statements(),
      });
    }
    expect(new Set(seen.map(({ answer }) => answer)).size).toBe(1);
    expect(new Set(seen.map(({ statements }) => statements)).size).toBe(1);
    expect(seen[0]?.statements).toBeGreaterThan(1);
    const sent = await mails();
    expect(sent.map(({ to }) => to?.[0]?.address)).toEqual(sent.map(() => 'gina@example.test'));
    expect(sent.length).toBeGreaterThan(0);
  });

  test('a log-in that fails does the same work for everybody', async () => {
    await settled('ivan');
    const suspended = await settled('jana');
    await sql`update users set suspended_at = now() where id = ${suspended.id}`.execute(site.ctx.db);
    const seen: { answer: string; statements: number }[] = [];
    for (const email of ['ivan', 'nobody', 'jana', addressOf('ivan'), 'nobody@example.test']) {
      const statements = countStatements();
      const response = await site.app.http.inject(
        requestOf(calls.login, { body: { email, password: 'wrong guess' } }, null),
      );
      seen.push({ answer: JSON.stringify([response.statusCode, response.body]), statements: statements() });
    }
    expect(new Set(seen.map(({ answer }) => answer)).size).toBe(1);
    expect(new Set(seen.map(({ statements }) => statements)).size).toBe(1);
  });
});

/** Counts the statements that go to the database from now on. */
function countStatements(): () => number {
  const { prototype } = pg.Client;
  const { query } = prototype;
  let statements = 0;
  Object.assign(prototype, {
    query(...given: unknown[]) {
      statements += 1;
      return Reflect.apply(query, this, given);
    },
  });
  return () => {
    Object.assign(prototype, { query });
    return statements;
  };
}

describe('PATCH /auth/update-email', () => {
  const change = (who: Person, email: string, typed = password) =>
    site.as(who).call(calls.updateEmail, { body: { password: typed, email } });

  test('the new address counts once its link is followed; the old one is told before and after', async () => {
    const kira = await settled('kira');
    const { body } = await change(kira, 'kira.new@example.test');
    expect(body.user).toMatchObject({ email: 'kira@example.test', pendingEmail: 'kira.new@example.test' });
    const sent = await mails();
    const to = (address: string) => sent.find((mail) => mail.to?.[0]?.address === address);
    expect(sent).toHaveLength(2);
    expect(to('kira@example.test')?.subject).toBe('Your email address is to change');
    expect((await logIn('kira.new@example.test', password)).status).toBe(401);
    const { token } = linkIn(to('kira.new@example.test'), '/verify-email/');
    expect((await verify(token)).status).toBe(200);
    expect((await verify(token)).status).toBe(200);
    const { body: session } = await logIn('kira.new@example.test', password);
    expect(session.user).toMatchObject({
      email: 'kira.new@example.test',
      pendingEmail: null,
      verified: true,
    });
    expect((await logIn('kira@example.test', password)).status).toBe(401);
    const after = await mails();
    expect(after.map(({ subject, to: [whom] = [] }) => [subject, whom?.address])).toEqual([
      ['Your email address has changed', 'kira@example.test'],
    ]);
    // The mail to the old address does not tell the whole new one.
    expect(`${after[0]?.text}${after[0]?.html}`).not.toContain('kira.new@example.test');
  });

  test('asks for the password, and a wrong one signs nobody out', async () => {
    const liam = await settled('liam');
    const { status, failure } = await change(liam, 'liam.new@example.test', 'wrong guess');
    expect(status).toBe(400);
    expect(failure).toMatchObject({ code: 'WRONG_PASSWORD', errors: [{ path: 'password' }] });
    expect(await isIn(liam)).toBe(true);
    for (let guess = 1; guess < 10; guess += 1) await change(liam, 'liam.new@example.test', 'wrong guess');
    expect((await change(liam, 'liam.new@example.test')).status).toBe(429);
    expect(await mails()).toEqual([]);
  });

  test('an address of somebody else is refused, also when they take it in between', async () => {
    const mona = await settled('mona');
    await settled('nils');
    expect((await change(mona, 'NILS@example.test')).failure.code).toBe('EMAIL_TAKEN');
    expect((await change(mona, 'MONA@example.test')).failure.errors?.[0]?.path).toBe('email');
    await change(mona, 'otto@example.test');
    const link = (await mails()).find(({ to }) => to?.[0]?.address === 'otto@example.test');
    await settled('otto');
    expect((await verify(linkIn(link, '/verify-email/').token)).failure.code).toBe('EMAIL_TAKEN');
    expect((await logIn('mona@example.test', password)).status).toBe(200);
  });

  test('only the newest change counts, and a new password ends them all', async () => {
    const pola = await settled('pola');
    const linkTo = async (address: string) =>
      linkIn(
        (await mails()).find(({ to }) => to?.[0]?.address === address),
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
    expect((await logIn('pola@example.test', newPassword)).status).toBe(200);
  });

  test('floods nobody: three mails with a link in twelve hours', async () => {
    const rita = await settled('rita');
    site.clock.advance(13 * hour);
    for (let times = 0; times < 3; times += 1) {
      expect((await change(rita, `stranger${times}@example.test`)).status).toBe(200);
      await mails();
    }
    const { status, headers } = await change(rita, 'stranger3@example.test');
    expect(status).toBe(429);
    expect(headers['retry-after']).toBeDefined();
  });
});

describe('a mail server', () => {
  test.each([
    ['is away', () => sink.leave(), () => sink.comeBack()],
    ['refuses for now', async () => sink.behave('busy'), async () => sink.behave('takes')],
    ['says nothing', async () => sink.behave('hangs'), async () => sink.behave('takes')],
  ])('that %s delays a mail, loses none and slows nobody', async (what, goes, returns) => {
    const username = `wait_${what.replaceAll(' ', '_')}`;
    await goes();
    const begun = performance.now();
    const person = await signUp(username);
    await forgot(addressOf(username));
    // Hashing a password is the slowest part of these.
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect(await site.runJobs()).toEqual({ done: 0, failed: 2 });
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 2 });
    expect(sink.taken()).toEqual([]);
    await returns();
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 2, failed: 0 });
    const sent = sink.taken();
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password',
      'Verify your email address',
    ]);
    expect(await site.runJobs({ waiting: true })).toEqual({ done: 0, failed: 0 });
    expect(sink.taken()).toEqual([]);
    const mail = sent.find(({ subject }) => subject?.startsWith('Verify'));
    expect((await verify(linkIn(mail, '/verify-email/').token)).status).toBe(200);
    expect(await isVerified(person)).toBe(true);
  });
});

describe('what is kept', () => {
  test('no table has the secret of a link or a log-in, and no job an address', async () => {
    const sven = await signUp('sven');
    await forgot(addressOf('sven'));
    await site.as(sven).call(calls.updateEmail, { body: { password, email: 'sven.new@example.test' } });
    const jobs = await sql<{
      data: string;
    }>`select data::text from pgboss.job where state < 'active'`.execute(site.ctx.db);
    expect(jobs.rows.length).toBeGreaterThan(3);
    expect(jobs.rows.map(({ data }) => data).join()).not.toContain('@');
    const sent = await mails();
    const secrets = sent.flatMap((mail) =>
      [...(mail.text ?? '').matchAll(/\/([\w-]{43})$/gm)].map((found) => found[1] ?? ''),
    );
    expect(secrets).toHaveLength(3);
    const { text, tables } = await everything();
    expect(tables).toBeGreaterThan(15);
    expect(text).toContain('sven.new@example.test');
    for (const secret of [...secrets, sven.token, password]) expect(text).not.toContain(secret);
  });
});

/** Every row of every table, as text. */
async function everything(): Promise<{ text: string; tables: number }> {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(site.ctx.db);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(
        site.ctx.db,
      );
      return rows.map(({ row }) => row).join('\n');
    }),
  );
  return { text: texts.join('\n'), tables: texts.length };
}
