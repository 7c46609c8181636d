import * as calls from '@inkling/contract/account';
import { getSite } from '@inkling/contract/site';
import { expect, test } from 'vitest';
import { day, hour } from '../../platform/clock.ts';
import { readConfig } from '../../platform/config.ts';
import { sql } from '../../platform/db/db.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { sweepAccounts } from './account.jobs.ts';

const site = testApp({ SESSION_IDLE_DAYS: '2', SESSION_MAX_DAYS: '5' });

const isSignedIn = async (who: Person) => (await site.as(who).call(calls.getStatus, {})).body.isAuthenticated;
const rowsOf = async (who: Person) =>
  (await sql`select 1 from sessions where user_id = ${who.id}`.execute(site.ctx.db)).rows.length;
const signIn = async (who: Person): Promise<Person> => {
  const body = { email: who.username, password: 'a lamp in the window' };
  return { ...who, token: (await site.as(null).call(calls.login, { body })).body.token };
};

test('a session ends SESSION_IDLE_DAYS after its last use [R06]', async () => {
  const ada = await site.person();
  site.clock.advance(2 * day - hour);
  expect(await isSignedIn(ada)).toBe(true);
  site.clock.advance(2 * day - hour);
  expect(await isSignedIn(ada)).toBe(true);
  site.clock.advance(2 * day + hour);
  expect(await isSignedIn(ada)).toBe(false);
});

test('a session ends SESSION_MAX_DAYS after it began, even if it is used [R06]', async () => {
  const bea = await site.person();
  for (let days = 1; days < 5; days += 1) {
    site.clock.advance(day);
    expect(await isSignedIn(bea)).toBe(true);
  }
  site.clock.advance(day + hour);
  expect(await isSignedIn(bea)).toBe(false);
});

test('the session list, the nightly sweep and GET /site follow the settings', async () => {
  const cleo = await site.person();
  site.clock.advance(2 * day + hour);
  const again = await signIn(cleo);
  expect((await site.as(again).call(calls.listSessions, {})).body.data).toHaveLength(1);
  expect(await rowsOf(cleo)).toBe(2);
  await runJobsNow(site.ctx, sweepAccounts);
  expect(await rowsOf(cleo)).toBe(1);
  expect(await isSignedIn(again)).toBe(true);
  const { body } = await site.as(null).call(getSite, {});
  expect(body.data.logIns).toEqual({ idleDays: 2, mostDays: 5 });
});

test('invalid session lifetimes are refused at startup with the valid range', () => {
  for (const invalid of ['0', '-1', '1.5', 'ever', '3651']) {
    for (const name of ['SESSION_IDLE_DAYS', 'SESSION_MAX_DAYS']) {
      expect(() => readConfig({ [name]: invalid }), `${name}=${invalid}`).toThrow(
        `${name}: use a number of days from 1 to 3650`,
      );
    }
  }
  expect(() => readConfig({ SESSION_IDLE_DAYS: '60', SESSION_MAX_DAYS: '50' })).toThrow(
    'SESSION_IDLE_DAYS: use at most as many days as SESSION_MAX_DAYS',
  );
  expect(() => readConfig({ SESSION_MAX_DAYS: '20' })).toThrow('SESSION_IDLE_DAYS: use at most');
});
