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

interface KeyRow {
  request: Buffer;
  /** Null only inside the transaction that creates it. */
  made_id: string | null;
}

/** True if the key is now this request's; false if it was used before. Waits for a concurrent use of the same key. */
export const claimKey = async (
  tx: Db,
  userId: string,
  key: string,
  request: Buffer,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    insert into idempotency_keys (user_id, key, request, created_at)
    values (${userId}, ${key}, ${request}, ${now})
    on conflict do nothing returning key`.execute(tx);
  return rows.length > 0;
};

export const setMadeId = (tx: Db, userId: string, key: string, id: string) =>
  sql`update idempotency_keys set made_id = ${id} where user_id = ${userId} and key = ${key}`.execute(tx);

export const findKey = async (tx: Db, userId: string, key: string): Promise<KeyRow | undefined> => {
  const { rows } = await sql<KeyRow>`
    select request, made_id from idempotency_keys where user_id = ${userId} and key = ${key}`.execute(tx);
  return rows[0];
};

export const deleteKeysBefore = (db: Db, time: Date) =>
  sql`delete from idempotency_keys where created_at <= ${time}`.execute(db);
