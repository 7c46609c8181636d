import * as account from '@inkling/contract/account';
import { sessionEnded } from '@inkling/contract/live';
import { deleteMe } from '@inkling/contract/personal-data';
import { updateProfile } from '@inkling/contract/users';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createApp } from '../../app.ts';
import { suspend } from '../../modules/measures/index.ts';
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

const signInAgain = async (person: Person): Promise<Person> => {
  const body = { email: person.username, password };
  return { ...person, token: (await site.as(null).call(account.login, { body })).body.token };
};

async function reset(person: Person): Promise<void> {
  const body = { email: `${person.username}@example.test` };
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

/** Each ends the session of `person`; `other` is the same person with a second session. */
const causes: [string, (person: Person, other: Person) => Promise<unknown>][] = [
  ['signing out', (person) => site.as(person).call(account.logout, {})],
  [
    'being ended from the list of sessions',
    async (person, other) => {
      const { data } = (await site.as(other).call(account.listSessions, {})).body;
      const id = data.find(({ isCurrent }) => !isCurrent)?._id ?? '';
      await site.as(other).call(account.endSession, { params: { id } });
      expect((await site.as(person).call(account.getMe, {})).status).toBe(401);
    },
  ],
  [
    'ending all other sessions',
    (_who, other) => site.as(other).call(account.endSession, { params: { id: 'others' } }),
  ],
  [
    'a password change',
    (_who, other) =>
      site.as(other).call(account.updatePassword, {
        body: {
          oldPassword: password,
          newPassword: 'a new lamp there',
          confirmNewPassword: 'a new lamp there',
        },
      }),
  ],
  ['a password reset by email', (person) => reset(person)],
  [
    'requesting deletion of the account',
    (_who, other) => site.as(other).call(deleteMe, { body: { password } }),
  ],
];

/** Expects that the client received only the reason, and that the connection is closed for good. */
async function expectEnded(client: LiveClient): Promise<void> {
  expect(await client.ended).toBe('io server disconnect');
  expect(client.received).toEqual([{ event: sessionEnded.event, payload: { code: 'SIGN_IN_REQUIRED' } }]);
}

/** Expects that the connection is closed, and that the client keeps its token. */
async function expectClosed(client: LiveClient): Promise<void> {
  expect(await client.ended).toBe('io server disconnect');
  expect(client.received).toEqual([]);
}

test('a suspension closes connections and refuses new ones, while the session goes on [R19] [R40]', async () => {
  const url = await addressOf(site);
  const person = await site.person();
  const client = await connectLive(url, person.token);
  await suspend(site.ctx, person.id);
  await expectClosed(client);
  await expect(connectLive(url, person.token)).rejects.toThrow('SUSPENDED');
  expect((await site.as(person).call(account.getMe, {})).body.user.isSuspended).toBe(true);
});

describe('a session that ends', () => {
  test.each(causes)(
    'by %s closes its connections, and no others [R05] [R06] [R19] [R40]',
    async (_cause, happens) => {
      const url = await addressOf(site);
      const person = await site.person();
      const other = await signInAgain(person);
      const stranger = await connectLive(url, (await site.person()).token);
      const [tab, second] = [await connectLive(url, person.token), await connectLive(url, person.token)];
      await happens(person, other);
      await Promise.all([expectEnded(tab), expectEnded(second)]);
      expect(stranger.socket.connected).toBe(true);
      expect(stranger.received).toEqual([]);
    },
  );

  test('leaves the connections of the same person’s other sessions open', async () => {
    const url = await addressOf(site);
    const person = await site.person();
    const other = await signInAgain(person);
    const [ended, open] = [await connectLive(url, person.token), await connectLive(url, other.token)];
    await site.as(other).call(account.endSession, { params: { id: 'others' } });
    await expectEnded(ended);
    expect([open.socket.connected, open.received]).toEqual([true, []]);
  });

  test('by its age closes its connections [R40]', async () => {
    const url = await addressOf(site);
    const client = await connectLive(url, (await site.person()).token);
    site.clock.advance(31 * day);
    await expectEnded(client);
  });

  test('because another process deleted its token closes its connections [R40]', async () => {
    const url = await addressOf(site);
    const person = await site.person();
    const client = await connectLive(url, person.token);
    await sql`delete from sessions where user_id = ${person.id}`.execute(site.ctx.db);
    await expectEnded(client);
  });

  test('closes its connections to another server on the same database [R40]', async () => {
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
    const [person, suspended] = [await site.person(), await site.person()];
    const there = await connectLive(url, person.token);
    await site.as(person).call(account.logout, {});
    await expectEnded(there);
    const also = await connectLive(url, suspended.token);
    await suspend(site.ctx, suspended.id);
    await expectClosed(also);
  });

  test('is not caused by a profile change: the connections stay open', async () => {
    const url = await addressOf(site);
    const person = await site.person();
    const client = await connectLive(url, person.token);
    await site.as(person).call(updateProfile, { body: { bio: 'Still here' } });
    const other = await site.person();
    const ended = await connectLive(url, other.token);
    await site.as(other).call(account.logout, {});
    await expectEnded(ended);
    expect([client.socket.connected, client.received]).toEqual([true, []]);
  });
});
