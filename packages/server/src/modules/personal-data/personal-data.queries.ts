import { type Db, sql } from '../../platform/db/db.ts';
import '../users/index.ts';

/** People whose grace is over, the longest first. */
export const listDue = async (db: Db, now: Date): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .orderBy('deletion_due_at')
    .execute();
  return rows.map(({ id }) => id);
};

/** Somebody whose grace is over; undefined when they are gone, or have come back. */
export const findDue = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .executeTakeFirst();

/** A person may have written much, and nobody waits for this transaction. */
export const takeTime = (tx: Db) => sql`set local statement_timeout = '10min'`.execute(tx);
