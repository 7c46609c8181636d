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

/** So long is known what was made under a key. */
const keysKept = 7 * day;

interface Asked {
  userId: string;
  /** What is asked for, and with what: a key stands for one such request. */
  call: string;
  body: object;
}

/**
 * Runs `make` unless a request of this person with this key has made something already; either way resolves to the
 * id of what was made (docs/product.md §1.12). Part of the caller's transaction: the thing and its key are committed
 * together, and whoever asks at the same time waits for the outcome. Without a key it simply makes.
 *
 * @throws AppError KEY_REUSED when the key was sent with another request
 */
export async function idempotent(
  { idempotencyKey: key, clock }: Pick<RequestContext, 'idempotencyKey' | 'clock'>,
  tx: Db,
  { userId, call, body }: Asked,
  make: () => Promise<string>,
): Promise<string> {
  if (key === null) return make();
  const request = hash('sha256', JSON.stringify([call, body]), 'buffer');
  const { rows: claimed } = await sql`
    insert into idempotency_keys (user_id, key, request, created_at)
    values (${userId}, ${key}, ${request}, ${clock.now()})
    on conflict do nothing returning key`.execute(tx);
  if (claimed.length > 0) {
    const id = await make();
    await sql`
      update idempotency_keys set made_id = ${id} where user_id = ${userId} and key = ${key}`.execute(tx);
    return id;
  }
  const { rows } = await sql<{ request: Buffer; made_id: string }>`
    select request, made_id from idempotency_keys where user_id = ${userId} and key = ${key}`.execute(tx);
  const [earlier] = rows;
  // Its week was over between the two questions: it is nobody's now.
  if (earlier === undefined)
    return idempotent({ idempotencyKey: key, clock }, tx, { userId, call, body }, make);
  if (earlier.request.equals(request)) return earlier.made_id;
  throw new AppError(
    'KEY_REUSED',
    'This was already saved with different content. Reload the page to see what was saved.',
  );
}

/** Forgets keys under which nobody will ask again. */
export const deleteOldKeys = (db: Db, now: Date) =>
  sql`delete from idempotency_keys where created_at <= ${new Date(now.getTime() - keysKept)}`.execute(db);
