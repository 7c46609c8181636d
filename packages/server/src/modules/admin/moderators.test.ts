import { getMe } from '@inkling/contract/account';
import * as calls from '@inkling/contract/admin';
import { liftMeasure, listLog, listMeasures } from '@inkling/contract/measures';
import { listNotifications } from '@inkling/contract/notifications';
import { getQueueEntry, listQueue } from '@inkling/contract/reports';
import { beforeAll, expect, test } from 'vitest';
import { countRows, sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword as password } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { reporting } from '../reports/reports-for-tests.fixture.ts';

const site = testApp();
const { admin, report, decide, idOf } = reporting(site);
let ana: Person;
beforeAll(async () => {
  ana = await admin();
});

const set = (person: Person, isModerator: boolean, as = ana, own = password) =>
  site.as(as).call(calls.setModerator, { params: { id: person.id }, body: { password: own, isModerator } });
const moderator = async () => {
  const person = await site.person();
  expect((await set(person, true)).status).toBe(200);
  return person;
};
const countEmails = (template: string, { id: userId }: Person) =>
  countRows(
    site.ctx.db,
    sql`from pgboss.job where name = 'account-emails' and data @> ${JSON.stringify({ template, userId })}::jsonb`,
  );
const queueStatus = async (who: Person) => (await site.as(who).call(listQueue, {})).status;

test('an admin makes a person a moderator and ends it with the own password; it is emailed and logged', async () => {
  const ben = await site.person();
  expect(await queueStatus(ben)).toBe(403);
  const wrong = await set(ben, true, ana, 'not it');
  expect([wrong.status, wrong.failure.code]).toEqual([400, 'WRONG_PASSWORD']);
  expect((await set(ben, true)).status).toBe(200);
  const again = await set(ben, true);
  expect([again.status, again.failure.code]).toEqual([409, 'CONFLICT']);
  expect(await queueStatus(ben)).toBe(200);
  expect((await site.as(ben).call(getMe, {})).body.user).toMatchObject({ isAdmin: false, isModerator: true });
  expect(await countEmails('moderatorGranted', ben)).toBe(1);
  expect((await set(ben, false)).status).toBe(200);
  expect(await queueStatus(ben)).toBe(403);
  expect(await countEmails('moderatorRevoked', ben)).toBe(1);
  const shown = (await site.as(ana).call(calls.getPerson, { params: { id: ben.id } })).body.data;
  expect(shown.log).toMatchObject([
    { action: 'moderator-revoked', by: { _id: ana.id } },
    { action: 'moderator-granted', by: { _id: ana.id } },
  ]);
  const log = (await site.as(ana).call(listLog, { query: { person: ben.username } })).body.data;
  expect(log.map(({ action }) => action)).toEqual(['moderator-revoked', 'moderator-granted']);
});

test('a moderator appoints and dismisses no one, and no admin becomes one', async () => {
  const [ben, cleo] = [await moderator(), await site.person()];
  for (const response of [await set(cleo, true, ben), await set(ben, false, ben), await set(ana, true)])
    expect([response.status, response.failure.code]).toEqual([403, 'NOT_ALLOWED']);
});

test('a moderator is notified of reports, sees who sent them, decides and suspends', async () => {
  const [ben, bad, reader] = [await moderator(), await site.person(), await site.person()];
  expect((await report(reader, 'profile', bad.id, { text: 'Unkind words.' })).status).toBe(201);
  await site.runEvents();
  expect((await site.as(ben).call(listNotifications, {})).body.data).toMatchObject([
    { kind: 'reported', link: '/admin/reports' },
  ]);
  const id = await idOf(ben, bad.id);
  const entry = (await site.as(ben).call(getQueueEntry, { params: { id } })).body.data;
  expect(entry.reports).toMatchObject([{ text: 'Unkind words.', reporter: { _id: reader.id } }]);
  const decided = await decide(ben, id, { measure: 'suspend', reason: 'Please be kind.' });
  expect(decided.body.data).toMatchObject({ decision: 'suspend', decidedBy: { _id: ben.id } });
  const { data } = (await site.as(ben).call(listMeasures, { query: { person: bad.id } })).body;
  expect(data).toMatchObject([{ kind: 'suspend', by: { _id: ben.id }, isByModerator: false }]);
  const lifted = await site.as(ben).call(liftMeasure, { params: { id: data[0]?._id ?? '' } });
  expect(lifted.status).toBe(200);
});

test('what is about admins and other moderators is for admins alone', async () => {
  const [ben, cleo, reader] = [await moderator(), await moderator(), await site.person()];
  for (const { id: subject } of [ana, cleo, ben]) {
    expect((await report(reader, 'profile', subject)).status).toBe(201);
    expect(await idOf(ben, subject)).toBe('');
  }
  await site.runEvents();
  expect((await site.as(ben).call(listNotifications, {})).body.data).toEqual([]);
  const dora = await admin();
  const id = await idOf(dora, cleo.id);
  expect((await site.as(ben).call(getQueueEntry, { params: { id } })).status).toBe(404);
  expect((await decide(ben, id, { measure: 'dismiss' })).status).toBe(404);
  expect((await decide(dora, id, { measure: 'warn', reason: 'Please be kind.' })).status).toBe(200);
  const query = { query: { person: cleo.id } };
  expect((await site.as(ben).call(listMeasures, query)).body.data).toEqual([]);
  const measure = (await site.as(dora).call(listMeasures, query)).body.data[0]?._id ?? '';
  const lifted = await site.as(ben).call(liftMeasure, { params: { id: measure } });
  expect([lifted.status, lifted.failure.code]).toEqual([403, 'NOT_ALLOWED']);
});

test('a suspended moderator sees no reports', async () => {
  const ben = await moderator();
  await suspend(site.ctx, ben.id);
  expect(await queueStatus(ben)).toBe(403);
});
