import type { Db } from '../../platform/db/db.ts';
import './users.table.ts';

/** Notes that a person's address is theirs. */
export const setVerified = (db: Db, userId: string) =>
  db.updateTable('users').set({ is_verified: true }).where('id', '=', userId).execute();

export const isVerified = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('is_verified').where('id', '=', userId).executeTakeFirst();
  return row?.is_verified === true;
};

/** Suspends a person from a time on, or with null no longer. Ending what they have open is up to the account. */
export const setSuspended = async (db: Db, userId: string, since: Date | null): Promise<void> => {
  await db.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
};

export const isSuspended = async (db: Db, userId: string): Promise<boolean> => {
  const row = await db.selectFrom('users').select('suspended_at').where('id', '=', userId).executeTakeFirst();
  return row !== undefined && row.suspended_at !== null;
};

/** When a person is to be deleted; null when they are not, undefined when they are gone. */
export const findDeletionDue = async (db: Db, userId: string): Promise<Date | null | undefined> => {
  const row = await db
    .selectFrom('users')
    .select('deletion_due_at')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.deletion_due_at;
};

/** Shortens a grace that a clock was ahead for: nobody who leaves is kept for longer than was promised. */
export const capDeletionDue = (db: Db, latest: Date) =>
  db.updateTable('users').set({ deletion_due_at: latest }).where('deletion_due_at', '>', latest).execute();

/** Whether a person is here to stay; if so, nobody can ask for their deletion before the transaction ends. */
export const lockActivePerson = async (tx: Db, userId: string): Promise<boolean> => {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deletion_due_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
};
