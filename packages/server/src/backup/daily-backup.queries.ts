import { type Db, firstRow } from '../platform/db/db.ts';

/** Locks daily backups until the connection ends; false if another one runs. */
export const lockDailyBackup = async (one: Db): Promise<boolean> => {
  const row = await firstRow<{ locked: boolean }>(one)`
    select pg_try_advisory_lock(hashtextextended('inkling daily backup', 0)) as locked`;
  return row?.locked === true;
};

/** Bytes of the database with its indexes, and of the images. */
export const siteSize = async (db: Db): Promise<{ rows: number; images: number }> => {
  const row = await firstRow<{ rows: number; images: number }>(db)`
    select pg_database_size(current_database()) as rows,
      (select coalesce(sum(bytes), 0)::bigint from uploads) as images`;
  return row ?? { rows: 0, images: 0 };
};
