import { hash } from 'node:crypto';
import { AppError } from './app-error.ts';
import { day } from './clock.ts';
import type { RequestContext } from './context.ts';
import type { Db } from './db/db.ts';
import { claimKey, deleteKeysBefore, findKey, setMadeId } from './idempotency.queries.ts';

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
  if (await claimKey(tx, userId, key, request, clock.now())) {
    const id = await create();
    await setMadeId(tx, userId, key, id);
    return id;
  }
  const earlier = await findKey(tx, userId, key);
  // The key expired and was deleted between the two queries.
  if (earlier === undefined)
    return idempotent({ idempotencyKey: key, clock }, tx, { userId, call, body }, create);
  if (earlier.made_id !== null && earlier.request.equals(request)) return earlier.made_id;
  throw new AppError(
    'KEY_REUSED',
    'This was already saved with different content. Reload the page to see what was saved.',
  );
}

/** Deletes expired keys. */
export const deleteOldKeys = (db: Db, now: Date) =>
  deleteKeysBefore(db, new Date(now.getTime() - keyLifetime));
