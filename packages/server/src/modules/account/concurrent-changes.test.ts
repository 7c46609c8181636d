import { randomUUID } from 'node:crypto';
import * as calls from '@inkling/contract/account';
import type { Failure } from '@inkling/contract/errors';
import { deleteMe } from '@inkling/contract/personal-data';
import { describe, expect, test, vi } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setEmail } from './account.queries.ts';
import { emailKey } from './email-key.ts';
import { lockAccount } from './email-tokens.queries.ts';
import { createEmailToken } from './email-tokens.ts';
import { suspend } from './suspension.ts';

/**
 * Somebody else has the owner's password and a log-in of the owner's. What they ask for at the moment in which the
 * owner shuts them out comes to nothing, whatever was looked up and compared before.
 */
const site = testApp();
const password = 'a lamp in the window';
const newPassword = 'two lamps in the window';
const strangers = 'stranger@elsewhere.test';

async function robbed(): Promise<{ owner: Person; thief: Person }> {
  const owner = await site.person();
  const body = { email: owner.username, password };
  return { owner, thief: { ...owner, token: (await site.as(null).call(calls.login, { body })).body.token } };
}

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.ctx.db);
  return rows.length;
};

/** Until a call waits for the account, or has ended without. */
async function underWay(call: Promise<unknown>, waiters: number): Promise<void> {
  const held = { ended: false };
  call.catch(() => {}).finally(() => Object.assign(held, { ended: true }));
  await vi.waitUntil(async () => held.ended || (await waiting()) >= waiters, {
    timeout: 20_000,
    interval: 5,
  });
}

/** Two calls that have done all that comes before the account is held; the first then comes first. */
async function oneAfterTheOther<One, Other>(
  { id }: Person,
  first: () => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  const begun = await transaction(site.ctx.db, async (tx) => {
    await lockAccount(tx, id);
    const one = first();
    await underWay(one, 1);
    const other = second();
    await underWay(other, 2);
    return [one, other] as const;
  });
  return Promise.all(begun);
}

const call = {
  updatePassword: (who: Person, to = newPassword) =>
    site.as(who).call(calls.updatePassword, {
      body: { oldPassword: password, newPassword: to, confirmNewPassword: to },
    }),
  updateEmail: (who: Person) =>
    site.as(who).call(calls.updateEmail, { body: { password, email: strangers } }),
  withdrawEmail: (who: Person) => site.as(who).call(calls.withdrawEmail, {}),
  leave: (who: Person) => site.as(who).call(deleteMe, { body: { password } }),
  endOthers: (who: Person) => site.as(who).call(calls.endSession, { params: { id: 'others' } }),
};

const ownersCalls = [
  ['chooses another password', (owner: Person) => call.updatePassword(owner)],
  ['ends every other log-in', (owner: Person) => call.endOthers(owner)],
  ['has the account deleted', (owner: Person) => call.leave(owner)],
  ['is suspended', (owner: Person) => suspend(site.ctx, owner.id)],
] as const;
const thiefsCalls: [string, (thief: Person) => Promise<{ status: number; failure: Failure }>][] = [
  ['a change of address', call.updateEmail],
  ['a change of the password', (thief: Person) => call.updatePassword(thief, 'three lamps in the window')],
  ['a deletion', call.leave],
  ['an end of the other log-ins', call.endOthers],
  ['a withdrawal of a change of address', call.withdrawEmail],
];

const credentialsOf = ({ id }: Person) =>
  site.ctx.db.selectFrom('credentials').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
const usersRow = ({ id }: Person) =>
  site.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessions = ({ id }: Person) =>
  site.ctx.db.selectFrom('tokens').selectAll().where('user_id', '=', id).execute();

describe.each(ownersCalls)('while the owner %s', (_name, ownersCall) => {
  test.each(thiefsCalls)('%s comes to nothing', async (_name, thiefsCall) => {
    const { owner, thief } = await robbed();
    const { owner: alone } = await robbed();
    await ownersCall(alone);
    const [, response] = await oneAfterTheOther(
      owner,
      () => Promise.resolve(ownersCall(owner)),
      () => thiefsCall(thief),
    );
    expect([response.status, response.failure.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    const all = async (of: Person) => {
      const { pending_email, password_changed_at } = await credentialsOf(of);
      const { deletion_due_at } = await usersRow(of);
      return { pending_email, password_changed_at, deletion_due_at, logIns: (await sessions(of)).length };
    };
    // As when nobody had come in between.
    expect(await all(owner)).toEqual(await all(alone));
  });
});

test('a log-in by the right password does not outlive a suspension that came first', async () => {
  const owner = await site.person();
  const body = { email: owner.username, password };
  const [, response] = await oneAfterTheOther(
    owner,
    () => suspend(site.ctx, owner.id),
    () => site.as(null).call(calls.login, { body }),
  );
  expect([response.status, response.failure.code]).toEqual([403, 'SUSPENDED']);
  expect(await sessions(owner)).toEqual([]);
});

test.each(['reset', 'verify'] as const)(
  'a link (%s) that is just being written does not go to an address that was changed',
  async (purpose) => {
    const owner = await site.person();
    const { email } = await credentialsOf(owner);
    await setEmail(site.ctx.db, owner.id, strangers + purpose, emailKey(strangers + purpose));
    expect(
      await createEmailToken(site.ctx, { userId: owner.id, purpose, email, jobId: randomUUID() }),
    ).toBeNull();
  },
);

test('of one log-in that changes its password and its address at once, the address asks for the new password', async () => {
  const owner = await site.person();
  const [changed, address] = await oneAfterTheOther(
    owner,
    () => call.updatePassword(owner),
    () => call.updateEmail(owner),
  );
  expect(changed.status).toBe(200);
  expect([address.status, address.failure.message]).toEqual([
    409,
    'Your password was changed in the meantime. Please enter the new one.',
  ]);
  expect((await credentialsOf(owner)).pending_email).toBeNull();
});
