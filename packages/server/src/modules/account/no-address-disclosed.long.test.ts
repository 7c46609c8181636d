import { Worker } from 'node:worker_threads';
import * as calls from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { accountsWithEmail } from '../../testing/accounts-with-email.ts';
import { recordStatements } from '../../testing/recorded-statements.ts';
import { requestOf } from '../../testing/request-of.ts';
import { useServerPasswordCost } from '../../testing/test-password.ts';
import type { HashingTask } from './passwords.ts';

const { site, addressOf, requestReset, emails, settled } = await accountsWithEmail();
useServerPasswordCost();

/** Usernames of a verified, an unverified and a suspended account, and of no account. */
const kindsOf = (name: string) =>
  ['verified', 'unverified', 'suspended', 'nobody'].map((kind) => `${name}_${kind}`);
async function everyKind(name: string): Promise<void> {
  const [verified = '', unverified = '', suspended = ''] = kindsOf(name);
  for (const username of [verified, unverified, suspended]) await settled(username);
  await sql`update users set is_verified = true where username = ${verified}`.execute(site.ctx.db);
  await sql`update users set suspended_at = now() where username = ${suspended}`.execute(site.ctx.db);
}

describe('nothing reveals which addresses have accounts [R04]', () => {
  test('a forgotten password gets the same response and work; only real accounts get emails', async () => {
    await settled('gina');
    await everyKind('hugo');
    const addresses = [addressOf('gina'), 'GINA@example.test', ...kindsOf('hugo').map(addressOf)];
    const seen: { response: string; statements: number }[] = [];
    // The first job also creates the queue.
    await requestReset('first@example.test');
    for (const email of [...addresses, ...addresses]) {
      const statements = recordStatements();
      const response = await site.app.http.inject(requestOf(calls.forgotPassword, { body: { email } }, null));
      const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
      seen.push({
        response: JSON.stringify([response.statusCode, response.body, headers]),
        statements: statements().length,
      });
    }
    expect(new Set(seen.map(({ response }) => response)).size).toBe(1);
    expect(new Set(seen.map(({ statements }) => statements)).size).toBe(1);
    expect(seen[0]?.statements).toBeGreaterThan(1);
    const sent = await emails();
    const recipients = new Set(sent.map(({ to }) => to?.[0]?.address));
    const real = ['gina', 'hugo_suspended', 'hugo_unverified', 'hugo_verified'];
    expect([...recipients].toSorted()).toEqual(real.map(addressOf));
  });

  test('a failed sign-in does the same work for every name', async () => {
    await everyKind('ivan');
    const seen: { response: string; statements: number; hashes: string }[] = [];
    for (const email of [...kindsOf('ivan'), ...kindsOf('ivan').map(addressOf)]) {
      const statements = recordStatements();
      const hashes = recordHashes();
      const response = await site.app.http.inject(
        requestOf(calls.login, { body: { email, password: 'wrong guess' } }, null),
      );
      const { 'x-request-id': _id, date: _date, ...headers } = response.headers;
      seen.push({
        response: JSON.stringify([response.statusCode, response.body, headers]),
        statements: statements().length,
        hashes: hashes(),
      });
    }
    expect(new Set(seen.map(({ response }) => response)).size).toBe(1);
    expect(new Set(seen.map(({ statements }) => statements)).size).toBe(1);
    // One hash of the typed password, at the usual cost.
    const hash = {
      message: 'wrong guess',
      memory: 19_456,
      passes: 2,
      parallelism: 1,
      tagLength: 32,
      salt: 16,
    };
    expect(new Set(seen.map(({ hashes }) => hashes))).toEqual(new Set([JSON.stringify([hash])]));
  });
});

/** Records the hashes that are sent to the hashing threads. */
function recordHashes(): () => string {
  const { prototype } = Worker;
  const { postMessage } = prototype;
  const hashes: object[] = [];
  Object.assign(prototype, {
    postMessage(task: HashingTask) {
      const { message, memory, passes, parallelism, tagLength, nonce } = task;
      hashes.push({ message, memory, passes, parallelism, tagLength, salt: nonce.length });
      return Reflect.apply(postMessage, this, [task]);
    },
  });
  return () => {
    Object.assign(prototype, { postMessage });
    return JSON.stringify(hashes);
  };
}
