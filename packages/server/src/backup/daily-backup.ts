import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import type { Connection } from '../platform/db/db.ts';
import { withSingleConnection } from '../platform/db/single-connection.ts';
import { freeBytes } from '../platform/disk-space.ts';
import {
  lastBackup,
  recordFailedBackup,
  recordIncompleteBackup,
  recordRestorableBackup,
  recordUnverifiedBackup,
  recordWrittenBackup,
} from '../platform/last-backup.queries.ts';
import {
  type BackupFile,
  BackupProblem,
  type Manifest,
  missingFilesOf,
  openBackup,
  Unverified,
} from './backup-file.ts';
import { type BackupPlace, backupPlace } from './backup-places.ts';
import { lockDailyBackup, siteSize } from './daily-backup.queries.ts';
import { backupsFolder, reasonOf, timeName } from './restore-backup.ts';

const dailyName = /^daily-\d{4}-\d{2}-\d{2}-\d{6}\.zip$/;
const restorePointName = /^before-restore-\d{4}-\d{2}-\d{2}-\d{6}\.zip$/;
const draftName = /\.zip\.[0-9a-f]{8}\.part$/;
const dailyDraftName = /^daily-[\d-]+\.zip\.[0-9a-f]{8}\.part$/;
const scratchName = /^verify-\w{6}$/;
/** The folder of `inkling move`. */
const moveName = /^move$/;

/** After how long (ms) what a killed program has left is removed; nobody works on a file for that long. */
const leftoverAge = 2 * day;
const megabyte = 1024 * 1024;

/** Restores a backup as a check; returns what was compared. Throws Unverified where that is not possible. */
type Verify = (backup: BackupFile, where: string) => Promise<string>;

/**
 * Backs the site up to BACKUP_TO, reads again what was written, deletes the oldest backups beyond BACKUP_KEEP, and once
 * a week restores the new one as a check (docs/backup.md#daily-backups). The result is recorded for `lastBackup`.
 * Returns null if another process is doing it. Throws when it cannot be done, when files are missing and when the
 * backup can't be restored; what has been backed up before is untouched then.
 */
export const backUpDaily = (
  ctx: AppContext,
  connection: Connection,
  verify: Verify,
): Promise<{ manifest: Manifest; where: string; verified: string } | null> =>
  withSingleConnection(connection, async (one) => {
    if (!(await lockDailyBackup(one.db))) return null;
    const at = ctx.clock.now();
    try {
      const place = await backupPlace(ctx, connection);
      await removeLeftovers(ctx.config, at);
      if (ctx.config.BACKUP_TO === 'disk') await requireRoom(ctx);
      const name = `daily-${timeName(at)}.zip`;
      const where = place.where(name);
      const { manifest, size } = await place.write(name);
      const missing = missingFilesOf(manifest);
      if (missing === null) await recordWrittenBackup(ctx.db, at, name, size);
      else await recordIncompleteBackup(ctx.db, at);
      const { written, restorable, isCheckDue } = await lastBackup(ctx);
      const kept = [name, written?.name, restorable?.name];
      await removeOld(place, kept, ctx.config.BACKUP_KEEP);
      if (missing !== null) throw new BackupProblem(`${where} is not complete. ${missing}`);
      const verified = isCheckDue ? await verifyNew(ctx, place, { at, name, size }, verify) : '';
      return { manifest, where, verified };
    } catch (error) {
      await recordFailedBackup(ctx.db, ctx.clock.now(), reasonOf(error));
      throw error;
    }
  });

async function verifyNew(
  { db, clock }: AppContext,
  place: BackupPlace,
  { at, name, size }: { at: Date; name: string; size: number },
  verify: Verify,
): Promise<string> {
  try {
    const checked = await place.read(name, size, async (path) => {
      const backup = await openBackup(path);
      return verify(backup, place.where(name)).finally(() => backup.close());
    });
    await recordRestorableBackup(db, clock.now(), { at, name });
    return ` It can be restored. Checked every row, ${checked}.`;
  } catch (error) {
    if (!(error instanceof Unverified)) throw error;
    await recordUnverifiedBackup(db, clock.now(), error.message);
    return ` Not verified: ${error.message}`;
  }
}

/** Refuses a backup for which the disk has no room, before anything is written. */
async function requireRoom(ctx: AppContext): Promise<void> {
  const free = await freeBytes(ctx.config.DATA_DIR);
  const { written } = await lastBackup(ctx);
  const { rows, images } = await siteSize(ctx.db);
  // Rows compress to less than half, and have indexes that are not part of a backup.
  const estimate = written === null ? images + rows / 2 : written.size * 1.25;
  if (free === null || free - estimate >= ctx.config.MIN_FREE_MB * megabyte) return;
  throw new BackupProblem(
    `The disk of ${backupsFolder(ctx.config)} has ${inMegabytes(free)} MB free, but a backup needs about ${inMegabytes(estimate)} MB and ${ctx.config.MIN_FREE_MB} MB (MIN_FREE_MB) must stay free. Free some space, store fewer backups (BACKUP_KEEP), or store them in a bucket (BACKUP_TO).`,
  );
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte).toLocaleString('en');

/**
 * Deletes the oldest daily backups, but never the new one, whatever the clock said when the others were made, nor the
 * last complete and the last verified one.
 */
async function removeOld(place: BackupPlace, kept: (string | undefined)[], max: number): Promise<void> {
  const all = (await place.list()).filter((name) => dailyName.test(name)).toSorted();
  const removable = all.filter((name) => !kept.includes(name));
  for (const name of removable.slice(0, Math.max(0, all.length - max))) await place.remove(name);
}

/** Removes what programs that were killed have left, and restore points older than the oldest daily backup may be. */
async function removeLeftovers(config: Config, now: Date): Promise<void> {
  const { DATA_DIR, BACKUP_KEEP } = config;
  const maxAges: [folder: string, name: RegExp, maxAge: number][] = [
    // Only one process makes a daily backup, so no other is at work on these.
    [backupsFolder(config), dailyDraftName, 0],
    [backupsFolder(config), draftName, leftoverAge],
    [backupsFolder(config), moveName, leftoverAge],
    [backupsFolder(config), restorePointName, Math.max(leftoverAge, BACKUP_KEEP * day)],
    [DATA_DIR, scratchName, leftoverAge],
  ];
  for (const [folder, pattern, maxAge] of maxAges) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!pattern.test(name)) continue;
      const path = join(folder, name);
      const changed = await stat(path).catch(() => null);
      if (changed === null || now.getTime() - changed.mtimeMs < maxAge) continue;
      await rm(path, { recursive: true, force: true });
    }
  }
}
