import { randomUUID } from 'node:crypto';
import * as calls from '@inkling/contract/account';
import type { Failure } from '@inkling/contract/errors';
import { deleteMe } from '@inkling/contract/personal-data';
import { followUser } from '@inkling/contract/users';
import { describe, expect, test, vi } from 'vitest';
import { sql, transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { setEmail } from './account.queries.ts';

import { lockAccount } from './email-tokens.queries.ts';
import { createEmailToken, emailKey } from './email-tokens.ts';

/**
 * An attacker has the owner's password and a session. Requests that run while the owner locks them out must fail,
 * even if the password was compared before.
 */
const site = testApp();
const write = writing(site);
const password = 'a lamp in the window';
const newPassword = 'two lamps in the window';
const attackerEmail = 'stranger@elsewhere.test';

async function compromisedAccount(): Promise<{ owner: Person; attacker: Person }> {
  const owner = await site.person();
  const body = { email: owner.username, password };
  return {
    owner,
    attacker: { ...owner, token: (await site.as(null).call(calls.login, { body })).body.token },
  };
}

const lockWaiters = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(site.ctx.db);
  return rows.length;
};

/** Waits until a call waits for the account lock or has ended. */
async function waitUntilBlocked(call: Promise<unknown>, waiters: number): Promise<void> {
  const state = { ended: false };
  call.catch(() => {}).finally(() => Object.assign(state, { ended: true }));
  await vi.waitUntil(async () => state.ended || (await lockWaiters()) >= waiters, {
    timeout: 20_000,
    interval: 5,
  });
}

/** Blocks two calls at the account lock, then lets them continue, the first one first. */
async function runInOrder<One, Other>(
  { id }: Person,
  first: () => Promise<One>,
  second: () => Promise<Other>,
): Promise<[One, Other]> {
  const calls = await transaction(site.ctx.db, async (tx) => {
    await lockAccount(tx, id);
    const one = first();
    await waitUntilBlocked(one, 1);
    const other = second();
    await waitUntilBlocked(other, 2);
    return [one, other] as const;
  });
  return Promise.all(calls);
}

const call = {
  updatePassword: (who: Person, to = newPassword) =>
    site.as(who).call(calls.updatePassword, {
      body: { oldPassword: password, newPassword: to, confirmNewPassword: to },
    }),
  updateEmail: (who: Person) =>
    site.as(who).call(calls.updateEmail, { body: { password, email: attackerEmail } }),
  withdrawEmail: (who: Person) => site.as(who).call(calls.withdrawEmail, {}),
  deleteAccount: (who: Person) => site.as(who).call(deleteMe, { body: { password } }),
  endOthers: (who: Person) => site.as(who).call(calls.endSession, { params: { id: 'others' } }),
};

const ownerCalls = [
  ['changes the password', (owner: Person) => call.updatePassword(owner)],
  ['ends all other sessions', (owner: Person) => call.endOthers(owner)],
  ['deletes the account', (owner: Person) => call.deleteAccount(owner)],
] as const;
const attackerCalls: [string, (attacker: Person) => Promise<{ status: number; failure: Failure }>][] = [
  ['a change of email address', call.updateEmail],
  ['a password change', (attacker: Person) => call.updatePassword(attacker, 'three lamps in the window')],
  ['an account deletion', call.deleteAccount],
  ['ending the other sessions', call.endOthers],
  ['withdrawing a change of email address', call.withdrawEmail],
];

const credentialsOf = ({ id }: Person) =>
  site.ctx.db.selectFrom('credentials').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
const userOf = ({ id }: Person) =>
  site.ctx.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const sessions = ({ id }: Person) =>
  site.ctx.db.selectFrom('sessions').selectAll().where('user_id', '=', id).execute();

describe.each(ownerCalls)('while the owner %s', (_name, ownerCall) => {
  test.each(attackerCalls)('%s by an attacker fails [P12]', async (_name, attackerCall) => {
    const { owner, attacker } = await compromisedAccount();
    const { owner: alone } = await compromisedAccount();
    await ownerCall(alone);
    const [, response] = await runInOrder(
      owner,
      () => Promise.resolve(ownerCall(owner)),
      () => attackerCall(attacker),
    );
    expect([response.status, response.failure.code]).toEqual([401, 'SIGN_IN_REQUIRED']);
    const stateOf = async (of: Person) => {
      const { pending_email, password_changed_at } = await credentialsOf(of);
      const { deletion_due_at } = await userOf(of);
      return { pending_email, password_changed_at, deletion_due_at, sessions: (await sessions(of)).length };
    };
    // The same state as without an attacker.
    expect(await stateOf(owner)).toEqual(await stateOf(alone));
  });
});

test.each(['reset', 'verify'] as const)(
  'a %s link is not sent to an address that has just been changed',
  async (purpose) => {
    const owner = await site.person();
    const { email } = await credentialsOf(owner);
    await setEmail(site.ctx.db, owner.id, attackerEmail + purpose, emailKey(attackerEmail + purpose));
    expect(
      await createEmailToken(site.ctx, { userId: owner.id, purpose, email, jobId: randomUUID() }),
    ).toBeNull();
  },
);

test('an email change during a password change in the same session asks for the new password', async () => {
  const owner = await site.person();
  const [changed, address] = await runInOrder(
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

test('others publish in the same language and with the same tag while an account is deleted or restored', async () => {
  const [author, follower, other] = [await site.person(), await site.person(), await site.person()];
  await write.published(author, { tags: ['Lamps'] });
  expect((await site.as(follower).call(followUser, { params: { userId: author.id } })).status).toBe(200);
  const whileFollowerIsLocked = async (change: () => Promise<{ status: number }>) => {
    const changed = await transaction(site.ctx.db, async (tx) => {
      await sql`select from users where id = ${follower.id} for update`.execute(tx);
      const call = change();
      await waitUntilBlocked(call, 1);
      expect((await write.published(other, { tags: ['Lamps'] })).story).toMatchObject({ isPublished: true });
      return { call };
    });
    expect((await changed.call).status).toBe(200);
  };
  await whileFollowerIsLocked(() => site.as(author).call(deleteMe, { body: { password } }));
  const body = { email: author.username, password };
  await whileFollowerIsLocked(() => site.as(null).call(calls.login, { body }));
});
