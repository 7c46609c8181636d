import { day } from './clock.ts';
import type { AppContext } from './context.ts';
import { type Db, firstRow, sql } from './db/db.ts';

/** After how long (ms) without a good daily backup people are warned. */
const lateAfter = 2 * day;

export interface LastBackup {
  /** False with BACKUPS=off. */
  isDaily: boolean;
  /** The last complete and checked daily backup; `size` in bytes. */
  good: { at: Date; name: string; size: number } | null;
  /** The last failed attempt, if there was no good one since. The reason is for the operator only. */
  failed: { at: Date; reason: string } | null;
  /** Since when this site exists. */
  since: Date;
  /** Whether there are daily backups, and the last good one and the site are older than two days. */
  isLate: boolean;
}

interface Row {
  good_at: Date | null;
  good_name: string | null;
  good_size: number | null;
  failed_at: Date | null;
  failure: string | null;
  since: Date;
}

/** How the daily backups went, for doctor, metrics, the log and admins (docs/backup.md#daily-backups). */
export async function lastBackup({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<LastBackup> {
  const row = await firstRow<Row>(db)`
    select good_at, good_name, good_size, failed_at, failure, since from daily_backups`;
  if (row === undefined) throw new Error('The table daily_backups has no row.');
  const { good_at, good_name, good_size, failed_at, failure, since } = row;
  const isDaily = config.BACKUPS !== 'off';
  const newest = Math.max(since.getTime(), good_at?.getTime() ?? 0);
  return {
    isDaily,
    good:
      good_at === null || good_name === null || good_size === null
        ? null
        : { at: good_at, name: good_name, size: good_size },
    failed: failed_at === null || failure === null ? null : { at: failed_at, reason: failure },
    since,
    isLate: isDaily && clock.now().getTime() - newest > lateAfter,
  };
}

/** Records a complete and checked backup, which ends an earlier failure. */
export const recordGoodBackup = (db: Db, at: Date, name: string, size: number) =>
  sql`
    update daily_backups
    set good_at = ${at}, good_name = ${name}, good_size = ${size}, failed_at = null, failure = null`.execute(
    db,
  );

/** Records why there is no backup. */
export const recordFailedBackup = (db: Db, at: Date, reason: string) =>
  sql`update daily_backups set failed_at = ${at}, failure = ${reason}`.execute(db);
