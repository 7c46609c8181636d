import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { day } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import type { Connection } from '../platform/db/db.ts';
import { withSingleConnection } from '../platform/db/single-connection.ts';
import { freeBytes } from '../platform/disk-space.ts';
import { defineQueue } from '../platform/jobs/jobs.ts';
import {
  backupsFolder,
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
import { reasonOf, timeName } from './restore-backup.ts';
import { lockDailyBackup, siteSize } from './rows.queries.ts';

const program = join(import.meta.dirname, '../../bin/inkling.mjs');

/** No retries: the next hourly run tries again. */
export const dailyBackup = defineQueue<Record<string, never>>('daily-backup', {
  retries: 0,
  timeout: 12 * 3600,
});

/** The last time at or before `now` at which a backup was due; `time` is HH:MM in UTC. */
export function lastDue(time: string, now: Date): Date {
  const due = new Date(`${now.toISOString().slice(0, 10)}T${time}:00Z`);
  return due <= now ? due : new Date(due.getTime() - day);
}

/** Runs a backup until it ends; throws with the reason if it fails. */
type RunBackup = (signal: AbortSignal) => Promise<void>;

/**
 * Every day at BACKUPS, backs the site up. The job looks every hour, so that a server that was stopped then, or a backup
 * that failed, is made up for. Warns once a day while there is no recent one, or none that is known to be restorable.
 */
export function scheduleDailyBackup(ctx: AppContext, run: RunBackup = (signal) => runCommand(ctx, signal)) {
  const { BACKUPS } = ctx.config;
  if (BACKUPS === 'off') return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warnIfLate = async () => {
    const { isLate, isUnverified, written, restorable, unverified, failed } = await lastBackup(ctx);
    const now = ctx.clock.now().getTime();
    if (!(isLate || isUnverified) || now - warnedAt < day) return;
    warnedAt = now;
    ctx.log.warn(
      {
        lastWritten: written?.at ?? null,
        lastRestorable: restorable?.at ?? null,
        reason: failed?.reason ?? unverified,
      },
      isLate
        ? 'the last complete daily backup is older than two days'
        : 'no daily backup of the last nine days is known to be restorable',
    );
  };
  ctx.jobs.work(dailyBackup, async (_data, { signal }) => {
    try {
      const { attemptedAt, since } = await lastBackup(ctx);
      const due = lastDue(BACKUPS, ctx.clock.now());
      if (due > since && due > (attemptedAt ?? since)) await run(signal);
    } finally {
      await warnIfLate();
    }
  });
  ctx.jobs.schedule(dailyBackup, `${Number(BACKUPS.slice(3))} * * * *`);
}

/** Runs `inkling backup daily` as a process of its own, whose memory and processor time requests do not share. */
async function runCommand(ctx: AppContext, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [program, 'backup', 'daily'], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const [output, [code, killedBy]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    if (code === 0) return ctx.log.info({ result: output.trim() }, 'daily backup');
    if (killedBy !== null && !signal.aborted)
      await recordFailedBackup(ctx.db, ctx.clock.now(), `The backup was ended by ${killedBy}.`);
    throw new Error(output.trim() || `inkling backup daily was ended by ${killedBy}`);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

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
