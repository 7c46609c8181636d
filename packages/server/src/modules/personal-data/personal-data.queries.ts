import { type Db, sql } from '../../platform/db/db.ts';
import type { PersonToForget } from '../../platform/personal-data.ts';
import '../account/index.ts';
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
export const findDue = async (db: Db, id: string, now: Date): Promise<PersonToForget | undefined> => {
  const row = await db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select(['id', 'username', 'username_key', 'email', 'email_key', 'is_verified'])
    .where('id', '=', id)
    .where('deletion_due_at', '<=', now)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { username, username_key, email, email_key, is_verified } = row;
  return {
    id,
    names: [username, username_key, email, email_key],
    ownEmail: is_verified ? email_key : null,
  };
};

/**
 * Lets one deletion run at a time, in whichever process: people who like and follow each other would wait in a
 * circle. False when another one runs.
 */
export const takeTurn = async (tx: Db): Promise<boolean> => {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('inkling deletions', 0)) as mine`.execute(tx);
  return rows[0]?.mine === true;
};

/** A person may have written much, and nobody waits for this transaction. */
export const takeTime = (tx: Db) => sql`set local statement_timeout = '10min'`.execute(tx);
