import { allValues, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import type { PersonalPart, PersonToForget } from '../../platform/personal-data.ts';

/** Accounts whose grace period is over, the longest overdue first. */
export const listDue = (db: Db, now: Date): Promise<string[]> =>
  allValues<string>(db)`select id from users where deletion_due_at <= ${now} order by deletion_due_at`;

/** The account if its grace period is over; undefined when it is gone or has been restored. */
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

/** Deletes the rows whose columns a part names; those of the account itself go with it. */
export const forgetRows =
  ({ stores, withdraw }: PersonalPart): NonNullable<PersonalPart['forget']> =>
  async (_ctx, tx, { id }) => {
    const columns = withdraw === undefined ? stores.flatMap((store) => store.columns) : [];
    for (const [table = '', column = ''] of columns.map((name) => name.split('.')))
      if (table !== 'users')
        await execute(tx)`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`;
  };

/**
 * Allows one deletion at a time across processes: deleting users who like and follow each other could deadlock.
 * False when another deletion is running.
 */
export const tryLockDeletions = async (tx: Db): Promise<boolean> => {
  const row = await firstRow<{ locked: boolean }>(tx)`
    select pg_try_advisory_xact_lock(hashtextextended('inkling deletions', 0)) as locked`;
  return row?.locked === true;
};

/** A user may have a lot of data, and no request waits for this transaction. */
export const extendStatementTimeout = (tx: Db) => sql`set local statement_timeout = '10min'`.execute(tx);
