import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { parseFileName } from '@inkling/contract/files';
import { auditCounters } from '../modules/admin/index.ts';
import type { Config } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import type { Connection, Db } from '../platform/db/db.ts';
import { knownMigrations } from '../platform/db/migrate.ts';
import { diskState, freeBytes } from '../platform/disk-space.ts';
import type { JobRunner } from '../platform/jobs/jobs.ts';
import { backupsFolder } from '../platform/last-backup.queries.ts';
import { type BackupFile, BackupProblem, type Manifest, newer } from './backup-file.ts';
import { createBackup, decryptSecrets, type Secrets } from './create-backup.ts';
import { type Loaded, loadBackup } from './load-backup.queries.ts';
import { isServerConnected } from './rows.queries.ts';

/** A time as a part of a file name, such as 2026-03-01-142501. */
export const timeName = (at: Date): string =>
  at.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');

const checkEveryBytes = 32 * 1024 * 1024;

/** Writes a backup to a file that appears once it is complete. It is readable by its owner only. */
export async function backUpToFile(
  ctx: AppContext,
  connection: Connection,
  path: string,
  rowsOnly?: 'rowsOnly',
): Promise<Manifest> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(draft, 'wx', 0o600);
  let unchecked = checkEveryBytes;
  try {
    const write = async (bytes: Uint8Array) => {
      unchecked += bytes.length;
      if (unchecked > checkEveryBytes) await requireSpace(ctx.config, folder);
      if (unchecked > checkEveryBytes) unchecked = 0;
      await file.appendFile(bytes);
    };
    const manifest = await createBackup(ctx, connection, write, rowsOnly);
    await file.sync();
    await file.close();
    await rename(draft, path);
    return manifest;
  } catch (error) {
    await file.close().catch(() => {});
    await rm(draft, { force: true });
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new BackupProblem(`The disk of ${folder} is full, so no backup was written.`, { cause: error });
    throw error;
  }
}

/** A full disk would stop an embedded database. */
async function requireSpace(config: Config, folder: string): Promise<void> {
  if ((await diskState({ ...config, DATA_DIR: folder })) === 'ok') return;
  throw new BackupProblem(
    `Less than ${config.MIN_FREE_MB} MB (MIN_FREE_MB) is free on the disk of ${folder}, so no backup was written.`,
  );
}

/** Refuses a backup with migrations that this program does not have. */
export async function requireKnownVersion({ manifest }: BackupFile, path: string): Promise<void> {
  const known = await knownMigrations();
  if (manifest.migrations.some((name) => !known.includes(name))) throw newer(path);
  if (
    manifest.migrations.join() !== known.slice(0, manifest.migrations.length).join() ||
    manifest.migrations.length === 0
  )
    throw new BackupProblem(`${path} is of a version that this one can’t upgrade. Nothing was changed.`);
}

/** The keys of a backup; null if it has none, or if there is no passphrase. */
export async function openSecrets(backup: BackupFile, config: Config): Promise<Secrets | null> {
  if (!backup.manifest.hasSecrets || config.BACKUP_PASSPHRASE === undefined) return null;
  return decryptSecrets(await text(await backup.read('secrets.json')), config.BACKUP_PASSPHRASE);
}

const megabyte = 1024 * 1024;

/** There is too little space for the rows of a backup, which may be good. */
export class NoRoom extends BackupProblem {}

/** Refuses a backup whose rows would fill the disk of an embedded database, which stops then. */
async function requireRoomForRows({ config }: AppContext, { manifest }: BackupFile): Promise<void> {
  const free = config.DATABASE_URL === undefined ? await freeBytes(config.DATA_DIR) : null;
  const rows = manifest.entries.filter(({ name }) => name.startsWith('rows/'));
  // Stored rows with their indexes take about as much as their text, and the log of changes the same again.
  const needed = 2 * rows.reduce((sum, { size }) => sum + size, 0) + config.MIN_FREE_MB * megabyte;
  if (free === null || free >= needed) return;
  const inMegabytes = (bytes: number) => Math.ceil(bytes / megabyte).toLocaleString('en');
  throw new NoRoom(
    `The disk of ${config.DATA_DIR} has ${inMegabytes(free)} MB free, but the rows need about ${inMegabytes(needed)} MB, with MIN_FREE_MB. Free some space first.`,
  );
}

/** Stores the images of a backup. Files that no row refers to do no harm if the restore fails later. */
async function restoreImages({ storage, config }: AppContext, backup: BackupFile): Promise<void> {
  let unchecked = checkEveryBytes;
  for (const { name: entry, size } of backup.manifest.entries) {
    if (!entry.startsWith('files/')) continue;
    unchecked += size;
    if (unchecked > checkEveryBytes && (await diskState(config)) !== 'ok')
      throw new BackupProblem(
        `Less than ${config.MIN_FREE_MB} MB (MIN_FREE_MB) is free on the disk of ${config.DATA_DIR}. Free some space first.`,
      );
    if (unchecked > checkEveryBytes) unchecked = 0;
    const name = entry.slice('files/'.length);
    const parsed = parseFileName(name);
    if (parsed === null) throw new BackupProblem(`The backup contains ${entry}, which is not an image.`);
    await storage.put(name, await buffer(await backup.read(entry)), `image/${parsed.format}`);
  }
}

interface RestoreOptions {
  /** Accept wrong counters, which may be as old as the backup. */
  ignoreChecks: boolean;
  images: boolean;
  isMove?: boolean;
  /** Leave people signed in. A move always does: the sessions are those of this moment. */
  keepSessions?: boolean;
}

/** How much was compared before the rows replaced those of the site. */
interface Checked {
  /** Rows with counters, such as the likes of a story or the sums of the ledger. */
  counters: number;
}

/**
 * Replaces the site's rows, completely or not at all, and adds the backup's images. Throws a BackupProblem, or an error
 * of the database or the storage; then the rows are as they were.
 */
export async function restoreBackup(
  ctx: AppContext & { jobs: JobRunner },
  connection: Connection,
  backup: BackupFile,
  { ignoreChecks, images, isMove = false, keepSessions = isMove }: RestoreOptions,
): Promise<Loaded & Checked> {
  await requireRoomForRows(ctx, backup);
  if (images) await restoreImages(ctx, backup);
  // Creates the tables of jobs.
  await ctx.jobs.start();
  let checked: Checked = { counters: 0 };
  const loaded = await loadBackup(connection, backup, { isMove, keepSessions }, async (tx) => {
    if (await isServerConnected(tx))
      throw new BackupProblem('A server was started in the meantime. Stop it first.');
    if (!ignoreChecks) checked = await requireIntact(ctx, tx);
  });
  return { ...loaded, ...checked };
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Keeps the reason of a failed restore in a file next to the backups; returns the problem to show. */
export async function failedRestore(config: Config, error: unknown): Promise<BackupProblem> {
  const file = join(backupsFolder(config), `restore-failed-${timeName(new Date())}.txt`);
  const store = async () => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, `${reasonOf(error)}\n`, { mode: 0o600 });
    return `This is also in ${file}.`;
  };
  // A full disk may be the reason.
  const stored = await store().catch((failure: unknown) => `It couldn’t be stored: ${reasonOf(failure)}`);
  return new BackupProblem(`The site is as it was before. ${reasonOf(error)}\n${stored}`, { cause: error });
}

/** Compares the counters with their rows. Afterwards `tx` can only read. */
async function requireIntact({ modules }: AppContext, tx: Db): Promise<Checked> {
  let [counters, wrong] = [0, 0];
  for await (const batch of auditCounters({ db: tx, modules })) {
    counters += batch.rows;
    wrong += batch.wrong.length;
  }
  if (wrong > 0)
    throw new BackupProblem(
      `${wrong.toLocaleString('en')} counters differ from their rows. They may have been wrong before the backup. With --ignore-checks they are restored as they are.`,
    );
  return { counters };
}
