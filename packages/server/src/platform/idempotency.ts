import { hash } from 'node:crypto';
import { AppError } from './app-error.ts';
import { day } from './clock.ts';
import type { RequestContext } from './context.ts';
import { type Db, sql } from './db/db.ts';

declare module './db/tables.ts' {
  interface Tables {
    idempotency_keys: {
      user_id: string;
      key: string;
      request: Buffer;
      made_id: string | null;
      created_at: Date;
    };
  }
}

const keyLifetime = 7 * day;

interface IdempotentRequest {
  userId: string;
  /** The call and its body: a key identifies one such request. */
  call: string;
  body: object;
}

/**
 * Runs `create` unless an earlier request of this user with this key already created something; resolves to the id
 * either way (docs/product/contract.md#idempotency). Part of the caller's transaction: the row and its key are committed together,
 * and a concurrent request with the same key waits for the outcome. Without a key, `create` always runs.
 *
 * @throws AppError KEY_REUSED if the key was used with a different request
 */
export async function idempotent(
  { idempotencyKey: key, clock }: Pick<RequestContext, 'idempotencyKey' | 'clock'>,
  tx: Db,
  { userId, call, body }: IdempotentRequest,
  create: () => Promise<string>,
): Promise<string> {
  if (key === null) return create();
  const request = hash('sha256', JSON.stringify([call, body]), 'buffer');
  const { rows: claimed } = await sql`
    insert into idempotency_keys (user_id, key, request, created_at)
    values (${userId}, ${key}, ${request}, ${clock.now()})
    on conflict do nothing returning key`.execute(tx);
  if (claimed.length > 0) {
    const id = await create();
    await sql`
      update idempotency_keys set made_id = ${id} where user_id = ${userId} and key = ${key}`.execute(tx);
    return id;
  }
  const { rows } = await sql<{ request: Buffer; made_id: string }>`
    select request, made_id from idempotency_keys where user_id = ${userId} and key = ${key}`.execute(tx);
  const [earlier] = rows;
  // The key expired and was deleted between the two queries.
  if (earlier === undefined)
    return idempotent({ idempotencyKey: key, clock }, tx, { userId, call, body }, create);
  if (earlier.request.equals(request)) return earlier.made_id;
  throw new AppError(
    'KEY_REUSED',
    'This was already saved with different content. Reload the page to see what was saved.',
  );
}

/** Deletes expired keys. */
export const deleteOldKeys = (db: Db, now: Date) =>
  sql`delete from idempotency_keys where created_at <= ${new Date(now.getTime() - keyLifetime)}`.execute(db);
