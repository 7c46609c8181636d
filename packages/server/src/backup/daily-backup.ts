import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { day } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import type { Connection } from '../platform/db/db.ts';
import { withSingleConnection } from '../platform/db/single-connection.ts';
import { freeBytes } from '../platform/disk-space.ts';
import { lastBackup, recordFailedBackup, recordGoodBackup } from '../platform/last-backup.queries.ts';
import { BackupProblem, type Manifest } from './backup-file.ts';
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

/**
 * Backs the site up to BACKUP_TO, checks what was written and deletes the oldest backups beyond BACKUP_KEEP
 * (docs/backup.md#daily-backups). The result is recorded for `lastBackup`. Returns null if another process is
 * doing it. Throws when it cannot be done; what has been backed up before is untouched then.
 */
export const backUpDaily = (
  ctx: AppContext,
  connection: Connection,
): Promise<{ manifest: Manifest; where: string } | null> =>
  withSingleConnection(connection, async (one) => {
    if (!(await lockDailyBackup(one.db))) return null;
    const at = ctx.clock.now();
    try {
      const place = await backupPlace(ctx, connection);
      await removeLeftovers(ctx.config, at);
      if (ctx.config.BACKUP_TO === 'disk') await requireRoom(ctx);
      const name = `daily-${timeName(at)}.zip`;
      const { manifest, size } = await place.write(name);
      await recordGoodBackup(ctx.db, at, name, size);
      await removeOld(place, name, ctx.config.BACKUP_KEEP);
      return { manifest, where: place.where(name) };
    } catch (error) {
      await recordFailedBackup(ctx.db, ctx.clock.now(), reasonOf(error));
      throw error;
    }
  });

/** Refuses a backup for which the disk has no room, before anything is written. */
async function requireRoom(ctx: AppContext): Promise<void> {
  const free = await freeBytes(ctx.config.DATA_DIR);
  const { good } = await lastBackup(ctx);
  const { rows, images } = await siteSize(ctx.db);
  // Rows compress to less than half, and have indexes that are not part of a backup.
  const estimate = good === null ? images + rows / 2 : good.size * 1.25;
  if (free === null || free - estimate >= ctx.config.MIN_FREE_MB * megabyte) return;
  throw new BackupProblem(
    `The disk of ${backupsFolder(ctx.config)} has ${inMegabytes(free)} MB free, but a backup needs about ${inMegabytes(estimate)} MB and ${ctx.config.MIN_FREE_MB} MB (MIN_FREE_MB) must stay free. Free some space, store fewer backups (BACKUP_KEEP), or store them in a bucket (BACKUP_TO).`,
  );
}

const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte).toLocaleString('en');

/** Deletes the oldest daily backups, but never the new one, whatever the clock said when the others were made. */
async function removeOld(place: BackupPlace, newest: string, max: number): Promise<void> {
  const others = (await place.list()).filter((name) => dailyName.test(name) && name !== newest).toSorted();
  for (const name of others.slice(0, Math.max(0, others.length + 1 - max))) await place.remove(name);
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
