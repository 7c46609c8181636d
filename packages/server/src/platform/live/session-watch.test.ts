import * as account from '@inkling/contract/account';
import { sessionEnded } from '@inkling/contract/live';
import { deleteMe } from '@inkling/contract/personal-data';
import { updateProfile } from '@inkling/contract/users';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createApp } from '../../app.ts';
import { suspend } from '../../modules/account/index.ts';
import { emailSink, findLink } from '../../testing/email-sink.ts';
import { addressOf, connectLive, type LiveClient } from '../../testing/live-client.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { day } from '../clock.ts';
import { openDatabase, sql } from '../db/db.ts';
import { pgBossJobs } from '../jobs/pg-boss-jobs.ts';
import { livePublisher } from './live-publisher.ts';

const sink = await emailSink();
afterAll(() => sink.leave());
const site = testApp({ SMTP_URL: sink.url });
const password = 'a lamp in the window';

const logInAgain = async (who: Person): Promise<Person> => {
  const body = { email: who.username, password };
  return { ...who, token: (await site.as(null).call(account.login, { body })).body.token };
};

async function reset(who: Person): Promise<void> {
  const body = { email: `${who.username}@example.test` };
  await site.as(null).call(account.forgotPassword, { body });
  await site.runJobs();
  const { token } = findLink(
    sink.taken().find(({ subject }) => subject === 'Choose a new password'),
    '/reset-password/',
  );
  const chosen = 'another lamp there';
  const input = { params: { token }, body: { password: chosen, passwordConfirm: chosen } };
  expect((await site.as(null).call(account.resetPassword, input)).status).toBe(200);
}

/** Each ends the log-in of somebody, who has another one too. */
const causes: [string, (who: Person, other: Person) => Promise<unknown>][] = [
  ['log-out', (who) => site.as(who).call(account.logout, {})],
  [
    'being ended from the list',
    async (who, other) => {
      const { data } = (await site.as(other).call(account.listSessions, {})).body;
      const id = data.find(({ isCurrent }) => !isCurrent)?._id ?? '';
      await site.as(other).call(account.endSession, { params: { id } });
      expect((await site.as(who).call(account.getMe, {})).status).toBe(401);
    },
  ],
  [
    'all others being ended',
    (_who, other) => site.as(other).call(account.endSession, { params: { id: 'others' } }),
  ],
  [
    'a change of password',
    (_who, other) =>
      site.as(other).call(account.updatePassword, {
        body: {
          oldPassword: password,
          newPassword: 'a new lamp there',
          confirmNewPassword: 'a new lamp there',
        },
      }),
  ],
  ['a new password by a mail', (who) => reset(who)],
  ['suspension', (who) => suspend(site.ctx, who.id)],
  ['asking for deletion', (_who, other) => site.as(other).call(deleteMe, { body: { password } })],
];

/** Says that the client was told why, and nothing else, and that the connection is over for good. */
async function expectEnded(client: LiveClient): Promise<void> {
  expect(await client.ended).toBe('io server disconnect');
  expect(client.received).toEqual([{ event: sessionEnded.event, payload: { code: 'SIGN_IN_REQUIRED' } }]);
}

describe('a log-in that ends', () => {
  test.each(causes)('by %s takes its connections along, and no other', async (_cause, happens) => {
    const url = await addressOf(site);
    const who = await site.person();
    const other = await logInAgain(who);
    const stranger = await connectLive(url, (await site.person()).token);
    const [tab, second] = [await connectLive(url, who.token), await connectLive(url, who.token)];
    await happens(who, other);
    await Promise.all([expectEnded(tab), expectEnded(second)]);
    expect(stranger.socket.connected).toBe(true);
    expect(stranger.received).toEqual([]);
  });

  test('keeps the connections of the same person’s other log-ins', async () => {
    const url = await addressOf(site);
    const who = await site.person();
    const other = await logInAgain(who);
    const [ended, kept] = [await connectLive(url, who.token), await connectLive(url, other.token)];
    await site.as(other).call(account.endSession, { params: { id: 'others' } });
    await expectEnded(ended);
    expect([kept.socket.connected, kept.received]).toEqual([true, []]);
  });

  test('by its age ends them too', async () => {
    const url = await addressOf(site);
    const client = await connectLive(url, (await site.person()).token);
    site.clock.advance(31 * day);
    await expectEnded(client);
  });

  test('deleted by another process ends them', async () => {
    const url = await addressOf(site);
    const who = await site.person();
    const client = await connectLive(url, who.token);
    await sql`delete from tokens where user_id = ${who.id}`.execute(site.ctx.db);
    await expectEnded(client);
  });

  test('in another server on the same database ends them, although the two know nothing of each other', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(site.ctx.db);
    const database = openDatabase({ ...inject('database'), database: rows[0]?.name ?? '' });
    const ctx = {
      ...site.ctx,
      db: database.db,
      jobs: pgBossJobs(database, site.ctx.log, 'tool'),
      live: livePublisher(),
    };
    const app = await createApp(ctx);
    onTestFinished(async () => {
      await app.close();
      await database.close();
    });
    const url = await app.http.listen({ port: 0, host: '127.0.0.1' });
    for (const end of [
      (who: Person) => site.as(who).call(account.logout, {}),
      (who: Person) => suspend(site.ctx, who.id),
    ]) {
      const who = await site.person();
      const there = await connectLive(url, who.token);
      await end(who);
      await expectEnded(there);
    }
  });

  test('changes of one’s profile end none', async () => {
    const url = await addressOf(site);
    const who = await site.person();
    const client = await connectLive(url, who.token);
    await site.as(who).call(updateProfile, { body: { bio: 'Still here' } });
    const other = await site.person();
    const ended = await connectLive(url, other.token);
    await site.as(other).call(account.logout, {});
    await expectEnded(ended);
    expect([client.socket.connected, client.received]).toEqual([true, []]);
  });
});
