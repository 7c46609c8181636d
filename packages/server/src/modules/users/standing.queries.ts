import type { Db } from '../../platform/db/db.ts';
import './users.table.ts';

/** Notes that a person's address is theirs. */
export const setVerified = (db: Db, userId: string) =>
  db.updateTable('users').set({ is_verified: true }).where('id', '=', userId).execute();

/** Suspends a person from a time on, or with null no longer. Ending what they have open is up to the account. */
export const setSuspended = async (db: Db, userId: string, since: Date | null): Promise<void> => {
  await db.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
};
