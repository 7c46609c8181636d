import { type Db, hasRows, sql } from '../../platform/db/db.ts';

/** Marks a user's email address as verified. */
export const setVerified = (db: Db, userId: string) =>
  db.updateTable('users').set({ is_verified: true }).where('id', '=', userId).execute();

export const isVerified = (db: Db, userId: string): Promise<boolean> =>
  hasRows(db, sql`select from users where id = ${userId} and is_verified`);

/** Sets since when a person is suspended, or null; the measures in force decide it. */
export const setSuspended = async (db: Db, userId: string, since: Date | null): Promise<void> => {
  await db.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
};

/** When an account is due for deletion; null when it is not, undefined when it does not exist. */
export const findDeletionDue = async (db: Db, userId: string): Promise<Date | null | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.deletion_due_at;
};

/** Shortens grace periods that were set by a clock running ahead, so that deletion is not later than promised. */
export const capDeletionDue = (db: Db, latest: Date) =>
  db.updateTable('users').set({ deletion_due_at: latest }).where('deletion_due_at', '>', latest).execute();

/** Whether an account is not due for deletion; if so, deletion cannot be requested before the transaction ends. */
export const lockActivePerson = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx, sql`select from users where id = ${userId} and deletion_due_at is null for share`);
