import * as calls from '@inkling/contract/account';
import { listBookmarkedStories } from '@inkling/contract/library';
import { listMyStories } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { requestOf } from '../../testing/request-of.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './account.jobs.ts';
import { deviceOf } from './sessions.service.ts';

const site = testApp();
const password = 'a lamp in the window';

/** Signs in again with this User-Agent. */
async function onDevice(who: Person, agent: string): Promise<Person> {
  const request = requestOf(calls.login, { body: { email: who.username, password } }, null);
  const response = await site.app.http.inject({
    ...request,
    headers: { ...request.headers, 'user-agent': agent },
  });
  return { ...who, token: response.json().token };
}
const isSignedIn = async (who: Person) => (await site.as(who).call(calls.getMe, {})).status === 200;
const sessionsOf = async (who: Person) => (await site.as(who).call(calls.listSessions, {})).body.data;

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

describe('GET /auth/sessions', () => {
  test('lists the user’s sessions, most recently used first, without tokens or IP addresses [R06] [R16]', async () => {
    const ada = await site.person();
    site.clock.advance(hour);
    const phone = await onDevice(ada, safari);
    site.clock.advance(hour);
    const laptop = await onDevice(ada, firefox);
    const sessions = await sessionsOf(phone);
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['Safari on iPhone', true],
      ['Unknown device', false],
    ]);
    for (const session of sessions) {
      expect(Object.keys(session).toSorted()).toEqual([
        '_id',
        'createdAt',
        'device',
        'isCurrent',
        'lastUsedAt',
      ]);
    }
    const text = JSON.stringify(sessions);
    for (const { token } of [ada, phone, laptop]) expect(text).not.toContain(token);
    expect(text).not.toContain('127.0.0.1');
  });

  test('leaves out expired sessions, and the nightly sweep deletes them', async () => {
    const bea = await site.person();
    site.clock.advance(31 * day);
    const today = await onDevice(bea, firefox);
    expect(await sessionsOf(today)).toHaveLength(1);
    const rows = () =>
      site.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', bea.id).execute();
    expect(await rows()).toHaveLength(2);
    await runJobsNow(site.ctx, sweepAccounts);
    expect(await rows()).toHaveLength(1);
    expect(await isSignedIn(today)).toBe(true);
  });
});

describe('DELETE /auth/sessions/{id}', () => {
  const endSession = (who: Person, id: string) => site.as(who).call(calls.endSession, { params: { id } });

  test('ends one session and leaves the others [R06]', async () => {
    const cleo = await site.person();
    const phone = await onDevice(cleo, safari);
    const [session] = (await sessionsOf(cleo)).filter(({ isCurrent }) => !isCurrent);
    expect((await endSession(cleo, session?._id ?? '')).status).toBe(200);
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(cleo)).toBe(true);
    expect((await endSession(cleo, session?._id ?? '')).status).toBe(404);
  });

  test('ends all other sessions with the id others', async () => {
    const dora = await site.person();
    const [phone, laptop] = [await onDevice(dora, safari), await onDevice(dora, firefox)];
    expect((await endSession(phone, 'others')).status).toBe(200);
    expect([await isSignedIn(dora), await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('a user cannot end another user’s session [R14]', async () => {
    const [emma, finn] = [await site.person(), await site.person()];
    const [session] = await sessionsOf(emma);
    expect((await endSession(finn, session?._id ?? '')).status).toBe(404);
    expect((await endSession(finn, 'others')).status).toBe(200);
    expect((await endSession(finn, 'all')).status).toBe(404);
    expect(await isSignedIn(emma)).toBe(true);
  });
});

describe('a session token', () => {
  /** The ways in which a session can end. */
  const causes: [string, (who: Person, other: Person) => Promise<unknown>][] = [
    ['sign-out', (who) => site.as(who).call(calls.logout, {})],
    [
      'a password change in another session',
      (_who, other) =>
        site.as(other).call(calls.updatePassword, {
          body: { oldPassword: password, newPassword: 'a new lamp', confirmNewPassword: 'a new lamp' },
        }),
    ],
    ['another session', (_who, other) => site.as(other).call(calls.endSession, { params: { id: 'others' } })],
    ['deletion', (who) => site.ctx.db.deleteFrom('users').where('id', '=', who.id).execute()],
    ['31 days without use', async () => site.clock.advance(31 * day)],
  ];

  test.each(causes)('ended by %s is refused by every call [R06]', async (cause, end) => {
    const who = await site.person();
    const other = await onDevice(who, firefox);
    expect(await isSignedIn(who)).toBe(true);
    await end(who, other);
    // Changes by another process take effect within a second.
    if (cause === 'deletion') await new Promise((resolve) => setTimeout(resolve, 600));
    const responses = [
      await site.as(who).call(calls.getMe, {}),
      await site.as(who).call(calls.listSessions, {}),
      await site.as(who).call(calls.resendVerification, {}),
      await site.as(who).call(listMyStories, {}),
      await site.as(who).call(listBookmarkedStories, {}),
    ];
    expect(responses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    expect((await site.as(who).call(calls.getStatus, {})).body).toMatchObject({
      isAuthenticated: false,
      user: null,
    });
  });
});

describe('the device name of a session', () => {
  test.each([
    [firefox, 'Firefox on Linux'],
    [safari, 'Safari on iPhone'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown device'],
    ['<script>alert(1)</script>', 'Unknown device'],
  ])('from the User-Agent %j is %j', (agent, device) => expect(deviceOf(agent)).toBe(device));
});

test('extra request fields cannot make a user an admin, an author or verified [R18]', async () => {
  const extraFields = {
    role: 'author',
    isAdmin: true,
    is_admin: true,
    verified: true,
    isVerified: true,
    is_verified: true,
  };
  const body = {
    username: 'planter',
    email: 'planter@example.test',
    password,
    passwordConfirm: password,
    ...extraFields,
  };
  const { body: session } = await site.as(null).call(calls.register, { body });
  expect(session.user).toMatchObject({ role: 'reader', isAdmin: false, verified: false });
  const who = { id: session.user._id, username: 'planter', token: session.token };
  const change = {
    oldPassword: password,
    newPassword: password,
    confirmNewPassword: password,
    ...extraFields,
  };
  await site.as(who).call(calls.updatePassword, { body: change });
  await site
    .as(who)
    .call(calls.updateEmail, { body: { password, email: 'planter2@example.test', ...extraFields } });
  const me = await site.as(who).call(calls.getMe, {});
  expect(me.body.user).toMatchObject({ role: 'reader', isAdmin: false, verified: false });
});
