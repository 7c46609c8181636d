import { getMe, login } from '@inkling/contract/account';
import * as calls from '@inkling/contract/admin';
import { createDevice } from '@inkling/contract/devices';
import { deleteMe } from '@inkling/contract/personal-data';
import { beforeAll, expect, test } from 'vitest';
import { countRows, sql } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { testPassword as password } from '../../testing/test-password.ts';
import { suspend } from '../measures/index.ts';
import { setAdmin } from '../users/index.ts';

const site = testApp();
let ana: Person;
beforeAll(async () => {
  ana = await site.person();
  await setAdmin(site.ctx.db, ana.id, true);
});

const of = ({ id }: Person) => ({ params: { id } });
const view = async (person: Person, as = ana) =>
  (await site.as(as).call(calls.getPerson, of(person))).body.data;
const find = async (q: string) =>
  (await site.as(ana).call(calls.findPeople, { body: { q } })).body.data.map(({ _id }) => _id);
const countEmails = (template: string, { id: userId }: Person) =>
  countRows(
    site.ctx.db,
    sql`from pgboss.job where name = 'account-emails' and data @> ${JSON.stringify({ template, userId })}::jsonb`,
  );
const isSignedIn = async (person: Person) => (await site.as(person).call(getMe, {})).status === 200;

test('people are found by how a name begins, and by the whole address alone, which no response has', async () => {
  const ben = await site.person();
  expect(await find(ben.username.slice(0, -1))).toContain(ben.id);
  expect(await find(`@${ben.username.toUpperCase()}`)).toEqual([ben.id]);
  expect(await find(`${ben.username}@EXAMPLE.test`)).toEqual([ben.id]);
  expect(await find(`${ben.username}@example`)).toEqual([]);
  const shown = await view(ben);
  expect(shown).toMatchObject({
    username: ben.username,
    canAct: true,
    isVerified: true,
    log: [],
    measures: [],
  });
  expect(shown.email).toBe(`${ben.username.charAt(0)}…@example.test`);
  expect(shown.sessions).toHaveLength(1);
  expect((await site.as(ben).call(calls.getPerson, of(ana))).status).toBe(403);
});

test('ending sessions needs the admin’s own password, ends all of them, and is logged with who did it', async () => {
  const ben = await site.person();
  const wrong = await site.as(ana).call(calls.endSessionsOf, { ...of(ben), body: { password: 'not it' } });
  expect([wrong.status, wrong.failure.code]).toEqual([400, 'WRONG_PASSWORD']);
  expect(await isSignedIn(ben)).toBe(true);
  expect((await view(ben)).log).toEqual([]);
  await site.as(ben).call(createDevice, { body: { name: 'My Kobo' } });
  expect((await site.as(ana).call(calls.endSessionsOf, { ...of(ben), body: { password } })).status).toBe(200);
  expect(await isSignedIn(ben)).toBe(false);
  const { rows: tokens } = await sql`select from device_tokens where user_id = ${ben.id}`.execute(
    site.ctx.db,
  );
  expect(tokens).toEqual([]);
  expect(await countEmails('sessionsEnded', ben)).toBe(1);
  // The log is kept for good, so it has no id of a person.
  const { rows: kept } = await sql`select from measure_log where subject_id = ${ben.id}`.execute(site.ctx.db);
  expect(kept).toEqual([]);
  const { sessions, log } = await view(ben);
  expect(sessions).toEqual([]);
  expect(log).toMatchObject([{ action: 'sessions-ended', by: { _id: ana.id } }]);
});

test('an admin deletes an account as its owner would: hidden, told by email, and back with the next sign-in', async () => {
  const ben = await site.person();
  const body = { password };
  const deleted = await site.as(ana).call(calls.deletePerson, { ...of(ben), body });
  expect(deleted.status).toBe(200);
  const again = await site.as(ana).call(calls.deletePerson, { ...of(ben), body });
  expect([again.status, again.failure.code]).toEqual([409, 'CONFLICT']);
  expect(await view(ben)).toMatchObject({
    deletionDueAt: deleted.body.deletionDueAt,
    log: [{ action: 'deletion-requested', by: { _id: ana.id } }],
  });
  expect(await isSignedIn(ben)).toBe(false);
  expect(await countEmails('deletionRequested', ben)).toBe(1);
  const back = await site.as(null).call(login, { body: { email: ben.username, password } });
  expect(back.body.restored).toBe(true);
});

test('an admin suspends a person with a reason, who learns no name; the measure says who it was', async () => {
  const ben = await site.person();
  const body = { reason: 'Please be kind.', until: null };
  expect((await site.as(ana).call(calls.suspendPerson, { ...of(ben), body })).status).toBe(200);
  expect((await site.as(ana).call(calls.suspendPerson, { ...of(ben), body })).status).toBe(409);
  expect(await view(ben)).toMatchObject({
    isSuspended: true,
    measures: [{ kind: 'suspend', reason: 'Please be kind.', by: { _id: ana.id }, isByModerator: false }],
  });
  expect((await site.as(ana).call(calls.unsuspendPerson, of(ben))).status).toBe(200);
  expect(await view(ben)).toMatchObject({ isSuspended: false, measures: [{ liftedBy: { _id: ana.id } }] });
  const past = { reason: 'Late.', until: '2020-01-01T00:00:00.000Z' };
  expect((await site.as(ana).call(calls.suspendPerson, { ...of(ben), body: past })).status).toBe(400);
});

test('an export is a zip, needs the password, is logged, and is emailed to its owner', async () => {
  const ben = await site.person();
  const wrong = await site.as(ana).call(calls.exportPerson, { ...of(ben), body: { password: 'not it' } });
  expect(wrong.status).toBe(400);
  const file = await site.as(ana).call(calls.exportPerson, { ...of(ben), body: { password } });
  expect(file.status).toBe(200);
  expect((await view(ben)).log).toMatchObject([{ action: 'exported' }]);
  expect(await countEmails('exported', ben)).toBe(1);
});

test('no admin acts on another one or on themselves, and a suspended admin on no one', async () => {
  const [eve, ben] = [await site.person(), await site.person()];
  await setAdmin(site.ctx.db, eve.id, true);
  for (const person of [eve, ana]) {
    expect((await view(person)).canAct).toBe(false);
    for (const response of [
      await site.as(ana).call(calls.suspendPerson, { ...of(person), body: { reason: 'No.', until: null } }),
      await site.as(ana).call(calls.unsuspendPerson, of(person)),
      await site.as(ana).call(calls.endSessionsOf, { ...of(person), body: { password } }),
      await site.as(ana).call(calls.exportPerson, { ...of(person), body: { password } }),
      await site.as(ana).call(calls.deletePerson, { ...of(person), body: { password } }),
    ])
      expect([response.status, response.failure.code]).toEqual([403, 'NOT_ALLOWED']);
    expect((await view(person)).log).toEqual([]);
  }
  await suspend(site.ctx, eve.id);
  expect((await site.as(eve).call(calls.getPerson, of(ben))).status).toBe(403);
  expect((await site.as(eve).call(calls.endSessionsOf, { ...of(ben), body: { password } })).status).toBe(403);
  // A suspended one does not count.
  const last = await site.as(ana).call(deleteMe, { body: { password } });
  expect([last.status, last.failure.code]).toEqual([409, 'CONFLICT']);
});

test('of the last two admins who delete their accounts at once, one stays', async () => {
  const { db } = site.ctx;
  await sql`update users set is_admin = false`.execute(db);
  const [one, other] = [await site.person(), await site.person()];
  for (const { id } of [one, other]) await setAdmin(db, id, true);
  const both = await Promise.all(
    [one, other].map((person) => site.as(person).call(deleteMe, { body: { password } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
