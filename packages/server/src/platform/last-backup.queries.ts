import { join } from 'node:path';
import { day } from './clock.ts';
import type { Config } from './config.ts';
import type { AppContext } from './context.ts';
import { type Db, execute, firstRow, sql, type TableRow } from './db/db.ts';
import { readState, writeState } from './site-state.queries.ts';

/** Where backups on this server's disk are. */
export const backupsFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): string => join(DATA_DIR, 'backups');

/** After how long (ms) without a complete daily backup people are warned. */
const lateAfter = 2 * day;
/** How often (ms) a daily backup is restored as a check. */
const checkEvery = 7 * day;

export interface LastBackup {
  /** False with BACKUPS=off. */
  isDaily: boolean;
  /** The last daily backup that was written with every file, and read again; `size` in bytes. */
  written: { at: Date; name: string; size: number } | null;
  /** The last daily backup that was restored as a check, into a database of its own. */
  restorable: { at: Date; name: string } | null;
  /** Why the last check could not be made; null if it was. The reason is for the operator only. */
  unverified: string | null;
  /** Whether no check has succeeded for a week. */
  isCheckDue: boolean;
  /** The last failure, of a backup or of its check, if no complete one was written since. The reason is for the operator only. */
  failed: { at: Date; reason: string } | null;
  /** When the last one was written, with every file or not. */
  attemptedAt: Date | null;
  /** Since when this site exists. */
  since: Date;
  /** Whether there are daily backups, and the last written one and the site are older than two days. */
  isLate: boolean;
  /** Whether there are daily backups, and the last restorable one and the site are older than nine days. */
  isUnverified: boolean;
}

type Row = Omit<TableRow<'daily_backups'>, 'single'>;

/** What is known besides the row: times in ISO 8601. */
interface Checks {
  restorable?: { at: string; name: string; checkedAt: string };
  unverified?: string;
  incompleteAt?: string;
}
const stateName = 'backup-checks';

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
  const { restorable, unverified, incompleteAt } = (await readState<Checks>(db, stateName))?.value ?? {};
  const isDaily = config.BACKUPS !== 'off';
  const now = clock.now().getTime();
  const restorableAt = restorable === undefined ? null : new Date(restorable.at);
  const isOlder = (at: Date | null, age: number) => now - Math.max(since.getTime(), at?.getTime() ?? 0) > age;
  return {
    isDaily,
    written:
      good_at === null || good_name === null || good_size === null
        ? null
        : { at: good_at, name: good_name, size: good_size },
    restorable:
      restorable === undefined || restorableAt === null ? null : { at: restorableAt, name: restorable.name },
    unverified: unverified ?? null,
    isCheckDue: restorable === undefined || now - Date.parse(restorable.checkedAt) >= checkEvery,
    failed: failed_at === null || failure === null ? null : { at: failed_at, reason: failure },
    attemptedAt: incompleteAt === undefined ? good_at : new Date(incompleteAt),
    since,
    isLate: isDaily && isOlder(good_at, lateAfter),
    isUnverified: isDaily && isOlder(restorableAt, checkEvery + lateAfter),
  };
}

/** Only the process that makes the daily backup changes this. */
async function updateChecks(db: Db, now: Date, change: (before: Checks) => Checks): Promise<void> {
  const state = await readState<Checks>(db, stateName);
  await writeState(db, stateName, change(state?.value ?? {}), now);
}

/** Records that a backup was written with every file and read again, which ends an earlier failure. */
export async function recordWrittenBackup(db: Db, at: Date, name: string, size: number): Promise<void> {
  await execute(db)`
    update daily_backups
    set good_at = ${at}, good_name = ${name}, good_size = ${size}, failed_at = null, failure = null`;
  await updateChecks(db, at, ({ incompleteAt: _, ...before }) => before);
}

/** Records that a backup was written without some files, so that the next one is due the next day. */
export const recordIncompleteBackup = (db: Db, at: Date): Promise<void> =>
  updateChecks(db, at, (before) => ({ ...before, incompleteAt: at.toISOString() }));

/** Records that a backup was restored as a check. */
export const recordRestorableBackup = (
  db: Db,
  now: Date,
  { at, name }: { at: Date; name: string },
): Promise<void> =>
  updateChecks(db, now, ({ unverified: _, ...before }) => ({
    ...before,
    restorable: { at: at.toISOString(), name, checkedAt: now.toISOString() },
  }));

/** Records why a backup could not be checked. */
export const recordUnverifiedBackup = (db: Db, now: Date, reason: string): Promise<void> =>
  updateChecks(db, now, (before) => ({ ...before, unverified: reason }));

/** Records why there is no backup, or why it can't be restored. */
export const recordFailedBackup = (db: Db, at: Date, reason: string) =>
  sql`update daily_backups set failed_at = ${at}, failure = ${reason}`.execute(db);
