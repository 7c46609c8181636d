import * as calls from '@inkling/contract/account';
import { listLog } from '@inkling/contract/measures';
import { listNotifications } from '@inkling/contract/notifications';
import { getProfile } from '@inkling/contract/profiles';
import { changeSettings, getSite } from '@inkling/contract/site';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { day } from '../../platform/clock.ts';
import { countRows, sql, transaction } from '../../platform/db/db.ts';
import type { StoredSettings } from '../../platform/site-settings.queries.ts';
import { emailSink } from '../../testing/email-sink.ts';
import { uniqueName } from '../../testing/examples.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { deleteDue } from '../personal-data/deletion.service.ts';
import { setAdmin } from '../users/index.ts';
import { lockAccount } from './email-tokens.queries.ts';

const sink = await emailSink();
const site = testApp({ SMTP_URL: sink.url, PUBLIC_URL: 'https://stories.example' });
afterAll(() => sink.leave());

const password = 'six quiet herons';
const account = (more: object = {}, username = uniqueName()) => ({
  username,
  email: `${username}@example.test`,
  password,
  passwordConfirm: password,
  ...more,
});
const signUp = (body: object) => site.as(null).call(calls.register, { body: body as never });
const signIn = (username: string, typed = password) =>
  site.as(null).call(calls.login, { body: { email: username, password: typed } });

let admin: Person;
beforeEach(async () => {
  admin ??= await site.person();
  await setAdmin(site.ctx.db, admin.id, true);
  await set({ registration: 'open', question: null, blockedDomains: [] });
  sink.taken();
});
async function set(body: StoredSettings) {
  expect((await site.as(admin).call(changeSettings, { body })).status).toBe(200);
}
const invite = async (uses: number, days = 7) =>
  (await site.as(admin).call(calls.createSignupInvitation, { body: { uses, days } })).body.data;
const waiting = async () =>
  (await site.as(admin).call(calls.listSignupRequests, { query: {} })).body.data.map(({ person }) => person);
const decide = (id: string, approves: boolean) =>
  site.as(admin).call(calls.decideSignupRequest, { params: { id }, body: { approves } });

const countLockWaiters = () =>
  countRows(
    site.ctx.db,
    sql`from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );

describe('registration', () => {
  test('is open unless admins set something else, and everyone can read which', async () => {
    const mode = async () => (await site.as(null).call(getSite, {})).body.data.registration;
    expect(await mode()).toEqual({ mode: 'open', question: null });
    expect((await signUp(account())).status).toBe(201);
    await set({ registration: 'closed', question: { text: 'Which bird is black?', answers: ['A raven'] } });
    expect(await mode()).toEqual({ mode: 'closed', question: 'Which bird is black?' });
    expect((await site.as(await site.person()).call(changeSettings, { body: {} })).status).toBe(403);
  });

  test('that is closed refuses everyone alike, whoever has an account', async () => {
    await set({ registration: 'closed' });
    const { username } = await site.person();
    for (const body of [account(), account({}, username), account({ invitation: (await invite(1)).token })]) {
      const { status, failure } = await signUp(body);
      expect([status, failure.code, failure.message]).toEqual([
        403,
        'REGISTRATION_CLOSED',
        'Registration is closed on this site.',
      ]);
    }
  });
});

describe('registration by invitation', () => {
  beforeEach(() => set({ registration: 'invitation' }));

  test('refuses people without an invitation that can be used, whoever has an account', async () => {
    const { username } = await site.person();
    const ended = await invite(1, 1);
    site.clock.advance(day);
    const revoked = await invite(1);
    const params = { id: revoked._id };
    expect((await site.as(admin).call(calls.revokeSignupInvitation, { params })).status).toBe(200);
    for (const invitation of [undefined, 'unknown', ended.token, revoked.token])
      for (const body of [account({ invitation }), account({ invitation }, username)]) {
        const { status, failure } = await signUp(body);
        expect([status, failure.code]).toEqual([403, 'REGISTRATION_CLOSED']);
      }
    const check = { body: { token: ended.token } };
    expect((await site.as(null).call(calls.checkSignupInvitation, check)).status).toBe(404);
  });

  test('gives the last use to one of those who sign up at once', async () => {
    const { token, _id } = await invite(3);
    const check = () => site.as(null).call(calls.checkSignupInvitation, { body: { token } });
    expect((await check()).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => signUp(account({ invitation: token }))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 403, 403, 403]);
    expect((await check()).status).toBe(404);
    const left = (await site.as(admin).call(calls.listSignupInvitations, {})).body.data;
    expect(left.map((one) => one._id)).not.toContain(_id);
  });

  test('spends no use on a sign-up that fails', async () => {
    const { token } = await invite(1);
    const { username } = await site.person();
    expect((await signUp(account({ invitation: token }, username))).status).toBe(409);
    expect((await signUp(account({ invitation: token }))).status).toBe(201);
  });
});

describe('registration by approval', () => {
  const words = 'I read a lot.';
  async function ask(): Promise<{ id: string; username: string }> {
    const body = account({ words });
    const { status, failure } = await signUp(body);
    expect([status, failure.code]).toEqual([403, 'APPROVAL_PENDING']);
    const person = (await waiting()).find(({ username }) => username === body.username);
    return { id: person?._id ?? '', username: body.username };
  }
  beforeEach(() => set({ registration: 'approval' }));
  const profileOf = async (username: string) =>
    (await site.as(null).call(getProfile, { params: { username } })).status;

  test('notifies the admins once an hour, as long as someone waits', async () => {
    const reader = await site.person();
    const entries = async (who: Person) => {
      await site.runEvents();
      return (await site.as(who).call(listNotifications, {})).body.data;
    };
    await signUp(account());
    await signUp(account());
    expect(await entries(admin)).toMatchObject([
      {
        kind: 'request',
        count: 1,
        text: 'New accounts are waiting for your approval.',
        link: '/admin/registration',
      },
    ]);
    expect(await entries(reader)).toEqual([]);
    for (const { _id } of await waiting()) await decide(_id, false);
    expect(await entries(admin)).toEqual([]);
  });

  test('makes an account that no one sees and no one can sign in to', async () => {
    const { username } = await ask();
    expect(await profileOf(username)).toBe(404);
    expect((await signIn(username)).failure.code).toBe('APPROVAL_PENDING');
    // A wrong password gets the same response as an unknown name.
    const [wrong, unknown] = [await signIn(username, 'not it at all'), await signIn('nobody_at_all')];
    expect([wrong.status, wrong.failure.code, wrong.failure.message]).toEqual([
      unknown.status,
      unknown.failure.code,
      unknown.failure.message,
    ]);
    expect(
      await site.ctx.db
        .selectFrom('sessions')
        .selectAll()
        .where('user_id', '=', (await waiting())[0]?._id ?? '')
        .execute(),
    ).toEqual([]);
  });

  test('shows admins what people say about themselves, and no one else', async () => {
    await ask();
    const list = await site.as(admin).call(calls.listSignupRequests, { query: {} });
    expect(list.body.data.at(-1)).toMatchObject({ words, isVerified: false, emailDomain: 'example.test' });
    expect((await site.as(await site.person()).call(calls.listSignupRequests, { query: {} })).status).toBe(
      403,
    );
    const { failure } = await signUp(account({ words: 'a'.repeat(501) }));
    expect(failure.errors?.[0]?.path).toBe('words');
  });

  test('lets people in whom an admin approves, with an email, and logs it', async () => {
    const { id, username } = await ask();
    // New accounts have limits, which must not end while no one can use the account.
    site.clock.advance(29 * day);
    expect((await decide(id, true)).status).toBe(200);
    const { rows } = await sql<{
      created_at: Date;
    }>`select created_at from users where id = ${id}`.execute(site.ctx.db);
    expect(rows[0]?.created_at).toEqual(site.clock.now());
    expect((await decide(id, false)).status).toBe(404);
    expect((await signIn(username)).body).toMatchObject({ restored: false, user: { username } });
    expect(await profileOf(username)).toBe(200);
    await site.runJobs();
    expect(sink.taken().map(({ subject }) => subject)).toContain('Your account is ready');
    const [entry] = (await site.as(admin).call(listLog, { query: { person: username } })).body.data;
    expect(entry).toMatchObject({
      action: 'person-approved',
      by: { username: admin.username },
      person: { username },
    });
  });

  test('deletes those whom an admin refuses, after an email without their words', async () => {
    const { id, username } = await ask();
    await decide(id, false);
    expect((await signIn(username)).failure.message).toContain('didn’t approve');
    await site.runJobs();
    const email = sink.taken().find(({ subject }) => subject === 'Your account wasn’t approved');
    expect(email?.to?.[0]?.address).toBe(`${username}@example.test`);
    expect(email?.text).not.toContain(words);
    site.clock.advance(day);
    await deleteDue(site.ctx);
    expect(await site.ctx.db.selectFrom('signup_requests').where('user_id', '=', id).execute()).toEqual([]);
    expect((await signIn(username)).failure.code).toBe('WRONG_CREDENTIALS');
    await set({ registration: 'open' });
    expect((await signUp(account({}, username))).status).toBe(201);
  });

  test('keeps those who wait for 30 days, and deletes them then', async () => {
    const { username } = await ask();
    site.clock.advance(29 * day);
    await deleteDue(site.ctx);
    expect((await signIn(username)).failure.code).toBe('APPROVAL_PENDING');
    site.clock.advance(day);
    await deleteDue(site.ctx);
    expect((await signIn(username)).failure.code).toBe('WRONG_CREDENTIALS');
  });

  test('of two decisions at once, one is taken', async () => {
    const { id } = await ask();
    const statuses = (await Promise.all([decide(id, true), decide(id, false)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 404]);
  });

  test('a decision waits for the deletion of the account, which has locked it', async () => {
    const { id } = await ask();
    const decided = await transaction(site.ctx.db, async (tx) => {
      await lockAccount(tx, id);
      const state = { ended: false };
      const call = decide(id, true).finally(() => Object.assign(state, { ended: true }));
      await vi.waitUntil(async () => state.ended || (await countLockWaiters()) > 0, { timeout: 20_000 });
      expect(state.ended).toBe(false);
      await sql`delete from signup_requests where user_id = ${id}`.execute(tx);
      return { call };
    });
    expect((await decided.call).status).toBe(404);
  });

  test('a new password signs no one in who waits', async () => {
    const { username } = await ask();
    await site.as(null).call(calls.forgotPassword, { body: { email: `${username}@example.test` } });
    await site.runJobs();
    const text = sink.taken().find(({ subject }) => subject === 'Choose a new password')?.text ?? '';
    const token = /reset-password\/(\S+)/.exec(text)?.[1] ?? '';
    const body = { password: 'seven loud herons', passwordConfirm: 'seven loud herons' };
    const { failure } = await site.as(null).call(calls.resetPassword, { params: { token }, body });
    expect(failure.code).toBe('APPROVAL_PENDING');
    expect((await signIn(username, body.password)).failure.code).toBe('APPROVAL_PENDING');
  });
});

describe('the block list', () => {
  test('refuses addresses at a domain or below it, in any case and script, and those of a change', async () => {
    await set({ blockedDomains: ['Spam.Example.', '@bücher.example'] });
    const refused = ['a@spam.example', 'a@SPAM.example', 'a@mail.spam.example', 'a@bücher.example'];
    for (const email of [...refused, 'a@xn--bcher-kva.example', 'a@x.bücher.example']) {
      const { status, failure } = await signUp(account({ email }));
      expect([email, status, failure.errors?.[0]?.path]).toEqual([email, 400, 'email']);
    }
    expect((await signUp(account({ email: `${uniqueName()}@notspam.example` }))).status).toBe(201);
    const person = await site.person();
    const body = { password: 'a lamp in the window', email: 'a@mail.spam.example' };
    expect((await site.as(person).call(calls.updateEmail, { body })).failure.errors?.[0]?.path).toBe('email');
  });
});

describe('the operator’s question', () => {
  test('is answered without regard to case and spaces, before anything is looked up', async () => {
    await set({ question: { text: 'Which bird is black?', answers: ['A raven', 'crow'] } });
    const { username } = await site.person();
    for (const answer of [undefined, '', 'a swan'])
      for (const body of [account({ answer }), account({ answer }, username)])
        expect((await signUp(body)).failure.errors?.[0]?.path).toBe('answer');
    for (const answer of ['A raven', ' ARAVEN ', 'Crow'])
      expect((await signUp(account({ answer }))).status).toBe(201);
  });
});
