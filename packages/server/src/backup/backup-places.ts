import { createHash, type Hash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../platform/context.ts';
import type { Connection } from '../platform/db/db.ts';
import { freeBytes } from '../platform/disk-space.ts';
import { backupsFolder } from '../platform/last-backup.queries.ts';
import { countOutside } from '../platform/outside-requests.ts';
import { bucketSettings } from '../platform/storage/configured-storage.ts';
import { BackupProblem, type Manifest, openBackup, Unverified } from './backup-file.ts';
import { createBackup } from './create-backup.ts';
import { backUpToFile } from './restore-backup.ts';

/** What was written, and its size in bytes. */
interface Written {
  manifest: Manifest;
  size: number;
}

/** Where daily backups are stored. */
export interface BackupPlace {
  /** The place of a backup, for people. */
  where(name: string): string;
  /** Writes a backup, which appears under this name once it is complete, and reads it again to check it. */
  write(name: string): Promise<Written>;
  /** Runs `work` with a file that has the bytes of a backup. Throws Unverified if there is no room for it. */
  read<T>(name: string, size: number, work: (path: string) => Promise<T>): Promise<T>;
  /** The names of everything there. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
}

const unreadable = (where: string) =>
  new BackupProblem(`${where} was written, but did not match when it was read again, so it was removed.`);

/** The place that BACKUP_TO names. */
export async function backupPlace(ctx: AppContext, connection: Connection): Promise<BackupPlace> {
  return ctx.config.BACKUP_TO === 'bucket' ? inBucket(ctx, connection) : onDisk(ctx, connection);
}

function onDisk(ctx: AppContext, connection: Connection): BackupPlace {
  const folder = backupsFolder(ctx.config);
  const where = (name: string) => join(folder, name);
  return {
    where,
    async write(name) {
      const path = where(name);
      const manifest = await backUpToFile(ctx, connection, path);
      const { size } = await stat(path);
      try {
        (await openBackup(path)).close();
      } catch (cause) {
        await rm(path);
        throw cause instanceof BackupProblem ? unreadable(path) : cause;
      }
      return { manifest, size };
    },
    read: (name, _size, work) => work(where(name)),
    list: () => readdir(folder),
    remove: (name) => rm(where(name), { force: true }),
  };
}

/** Bytes of a request. S3 accepts 10,000 parts, so a backup can have 160 GB. */
const partSize = 16 * 1024 * 1024;
const partTimeoutMs = 5 * 60_000;
const attempts = 3;
const folder = 'backups/';

async function inBucket(ctx: AppContext, connection: Connection): Promise<BackupPlace> {
  const settings = bucketSettings(ctx.config);
  if (settings === null) throw new BackupProblem('BACKUP_TO is bucket, but S3_BUCKET is not set.');
  const { s3Client } = await import('../platform/storage/s3-storage.ts');
  const { host } = new URL(settings.endpoint);
  const client = s3Client(
    settings,
    partTimeoutMs,
    (bytes) => void countOutside(ctx, { host, purpose: 'backup', bytes }),
  );
  const where = (name: string) => `${settings.bucket}/${folder}${name}`;

  const partsOf = async function* (key: string, size: number) {
    for (let from = 0; from < size; from += partSize) {
      const to = Math.min(from + partSize, size);
      yield await again(async () => {
        const range = await client.getObjectRaw(key, false, from, to);
        return new Uint8Array(await range.arrayBuffer());
      });
    }
  };
  const hashOfStored = async (key: string, size: number): Promise<string> => {
    const hash = createHash('sha256');
    for await (const part of partsOf(key, size)) hash.update(part);
    return hash.digest('hex');
  };
  return {
    where,
    async write(name) {
      const key = `${folder}${name}`;
      const upload = await client.getMultipartUploadId(key, 'application/zip');
      const parts: { partNumber: number; etag: string }[] = [];
      const hash = createHash('sha256');
      const send = async (bytes: Buffer) => {
        const partNumber = parts.length + 1;
        parts.push(await again(() => client.uploadPart(key, upload, bytes, partNumber)));
      };
      try {
        const { append, end } = inParts(hash, send);
        const manifest = await createBackup(ctx, connection, append);
        const size = await end();
        await client.completeMultipartUpload(key, upload, parts);
        if ((await hashOfStored(key, size)) === hash.digest('hex')) return { manifest, size };
        await client.deleteObject(key);
        throw unreadable(where(name));
      } catch (error) {
        // What is left of an upload is invisible, but is paid for.
        await client.abortMultipartUpload(key, upload).catch(() => {});
        throw error;
      }
    },
    async read(name, size, work) {
      const { DATA_DIR, MIN_FREE_MB } = ctx.config;
      const free = await freeBytes(DATA_DIR);
      if (free !== null && free - size < MIN_FREE_MB * 1024 * 1024)
        throw new Unverified(`The disk with ${DATA_DIR} has no room for a copy of ${where(name)}.`);
      const scratch = await mkdtemp(join(DATA_DIR, 'verify-'));
      try {
        const path = join(scratch, name);
        await writeFile(path, partsOf(`${folder}${name}`, size), { mode: 0o600 });
        return await work(path);
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
    async list() {
      const objects = await client.listObjects('/', folder);
      return (objects ?? []).map(({ Key }) => Key.slice(folder.length));
    },
    async remove(name) {
      await client.deleteObject(`${folder}${name}`);
    },
  };
}

/** Joins bytes to parts of equal size, but for the last one. `end` returns the number of bytes. */
function inParts(hash: Hash, send: (part: Buffer) => Promise<void>) {
  let waiting: Uint8Array[] = [];
  let [length, size] = [0, 0];
  const flush = async () => {
    const part = Buffer.concat(waiting);
    waiting = [];
    length = 0;
    await send(part);
  };
  return {
    async append(bytes: Uint8Array): Promise<void> {
      hash.update(bytes);
      size += bytes.length;
      for (let rest = bytes; rest.length > 0; ) {
        const taken = rest.subarray(0, partSize - length);
        waiting.push(taken);
        length += taken.length;
        rest = rest.subarray(taken.length);
        if (length === partSize) await flush();
      }
    },
    async end(): Promise<number> {
      if (length > 0) await flush();
      return size;
    },
  };
}

async function again<T>(request: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === attempts) throw error;
    }
  }
}
