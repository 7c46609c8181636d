import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileName, imageFormats } from '@inkling/contract/files';
import { z } from 'zod';
import { type Config, publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { type Connection, type Db, snapshot } from '../platform/db/db.ts';
import { matchOwnerOf } from '../platform/db/embedded/data-folder.ts';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { type SingleConnection, withSingleConnection } from '../platform/db/single-connection.ts';
import { programVersion } from '../platform/version.ts';
import { zipFile } from '../platform/zip-file.ts';
import {
  BackupProblem,
  formatVersion,
  type Manifest,
  type ManifestTable,
  manifestName,
  rowsEntry,
} from './backup-file.ts';
import * as queries from './rows.queries.ts';

/** The keys that a site needs besides its data, each in a setting or in a file of DATA_DIR. */
const secretFiles = { ADDRESS_KEY: 'addresses.secret', PUSH_KEY: 'push.secret' } as const;
const secretNames = ['ADDRESS_KEY', 'PUSH_KEY'] as const;
export type Secrets = Partial<Record<(typeof secretNames)[number], string>>;

const secretsSchema = z.object({ ADDRESS_KEY: z.string().optional(), PUSH_KEY: z.string().optional() });
const encryptedSchema = z.object({ salt: z.base64(), nonce: z.base64(), tag: z.base64(), data: z.base64() });

/** OWASP's parameters for scrypt: 128 MB for a moment. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };
const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, typeof cost, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, cost);

/** The site's keys; a key that was not needed yet is left out. */
async function readSecrets(config: Config): Promise<Secrets> {
  const secrets: Secrets = {};
  for (const name of secretNames) {
    const value =
      config[name] ?? (await readFile(join(config.DATA_DIR, secretFiles[name]), 'utf8').catch(() => ''));
    if (value.trim() !== '') secrets[name] = value.trim();
  }
  return secrets;
}

/** Encrypts the keys with AES-256-GCM, under a key that scrypt derives from the passphrase. */
async function encryptSecrets(secrets: Secrets, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const parts = { salt, nonce, tag: cipher.getAuthTag(), data };
  return JSON.stringify(
    Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.toString('base64')])),
  );
}

/** Throws a BackupProblem for another passphrase. */
export async function decryptSecrets(encrypted: string, passphrase: string): Promise<Secrets> {
  const { salt, nonce, tag, data } = encryptedSchema.parse(JSON.parse(encrypted));
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64'));
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64'), { authTagLength: 16 });
  decipher.setAuthTag(Buffer.from(tag, 'base64'));
  try {
    const text = Buffer.concat([decipher.update(Buffer.from(data, 'base64')), decipher.final()]);
    return secretsSchema.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    throw new BackupProblem(
      'The passphrase is not the one that this backup was made with. Give the right one, or none to restore without the keys. Nothing was changed.',
      { cause },
    );
  }
}

/** Stores keys in DATA_DIR. Returns the settings that name another key, which stay as they are. */
export async function writeSecrets(config: Config, secrets: Secrets): Promise<string[]> {
  const other: string[] = [];
  await mkdir(config.DATA_DIR, { recursive: true, mode: 0o700 });
  for (const name of secretNames) {
    const value = secrets[name];
    if (value === undefined) continue;
    if (config[name] !== undefined) {
      if (config[name] !== value) other.push(name);
      continue;
    }
    const file = join(config.DATA_DIR, secretFiles[name]);
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${value}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await matchOwnerOf(config.DATA_DIR, draft);
    await rename(draft, file);
  }
  return other;
}

/** Numbers that the site gave out after a backup must not be given out again after it is restored. */
const sequenceMargin = 1_000_000;

/** Those of pg-boss's tables that hold jobs; the others hold statistics and its own state. */
const jobTables = ['queue', 'schedule', 'subscription', 'job', 'job_dependency'];

type Add = (
  name: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  stored?: boolean,
) => Promise<void>;

/** The name of a site, which its operator knows: its host. */
export const siteName = (config: AppContext['config']): string => new URL(publicUrl(config)).host;

/**
 * Writes a backup while the site is in use: a zip with the rows of one snapshot, the images, and the site's keys
 * if there is a BACKUP_PASSPHRASE (docs/backup.md); with `rowsOnly` without images and keys. Returns its manifest.
 */
export async function createBackup(
  ctx: AppContext,
  connection: Connection,
  write: (bytes: Uint8Array) => Promise<void>,
  rowsOnly?: 'rowsOnly',
): Promise<Manifest> {
  const { config } = ctx;
  const at = new Date();
  const zip = zipFile({ append: write }, at);
  const entries: Manifest['entries'] = [];
  const add: Add = async (name, content, stored = false) => {
    const hash = createHash('sha256');
    let size = 0;
    const measured = async function* () {
      for await (const chunk of content) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await zip.add(name, measured(), { stored });
    entries.push({ name, size, sha256: hash.digest('hex') });
  };

  const { images, ...content } = await withSingleConnection(connection, (one) =>
    snapshot(
      one.db,
      async (tx) => ({
        migrations: await appliedMigrations(tx),
        jobsVersion: await queries.jobsVersionOf(tx),
        eventMonths: await queries.listEventMonths(tx),
        images: await queries.listImages(tx),
        tables: await addTables({ ...one, db: tx }, add),
        sequences: await sequencesOf(tx),
      }),
      '0',
    ),
  );
  const files = await addImages(ctx, rowsOnly ? [] : images, add, at);
  const secrets = rowsOnly ? {} : await readSecrets(config);
  const hasSecrets = config.BACKUP_PASSPHRASE !== undefined && Object.keys(secrets).length > 0;
  if (config.BACKUP_PASSPHRASE !== undefined && hasSecrets)
    await add('secrets.json', [Buffer.from(await encryptSecrets(secrets, config.BACKUP_PASSPHRASE))]);
  const manifest: Manifest = {
    format: 'inkling-backup',
    formatVersion,
    program: programVersion,
    site: siteName(config),
    createdAt: at.toISOString(),
    ...content,
    ...files,
    hasSecrets,
    entries,
  };
  await zip.add(manifestName, JSON.stringify(manifest, null, 1));
  await zip.end();
  return manifest;
}

async function addTables(one: SingleConnection, add: Add): Promise<ManifestTable[]> {
  const added: ManifestTable[] = [];
  for (const schema of ['public', 'pgboss'] as const) {
    for (const { name, columns } of await queries.listTables(one.db, schema)) {
      if (schema === 'pgboss' && !jobTables.includes(name)) continue;
      const { stream, rows } = queries.readRows(one, schema, name, columns);
      await add(rowsEntry({ schema, name }), stream);
      added.push({ schema, name, columns, rows: rows() });
    }
  }
  return added;
}

const sequencesOf = async (tx: Db) =>
  (await queries.listSequences(tx, 'public')).map(({ name, value }) => ({
    name,
    value: value + sequenceMargin,
  }));

/** Adds the files of images. Those that were removed since the snapshot are not missed. */
async function addImages(
  { db, storage }: AppContext,
  images: Awaited<ReturnType<typeof queries.listImages>>,
  add: Add,
  at: Date,
): Promise<Pick<Manifest, 'images' | 'missingFiles'>> {
  const missing: { stem: string; name: string }[] = [];
  for (const { stem, widths } of images) {
    for (const width of widths) {
      for (const format of imageFormats) {
        const name = fileName(stem, width, format);
        const file = await storage.open(name);
        // Images stored before AVIF support exist only as WebP.
        if (file === null && format === 'webp') missing.push({ stem, name });
        if (file !== null) await add(`files/${name}`, file.stream, true);
      }
    }
  }
  const stored = await queries.listStillStored(
    db,
    missing.map(({ stem }) => stem),
    at,
  );
  const missingFiles = missing.filter(({ stem }) => stored.has(stem)).map(({ name }) => name);
  return { images: images.length, missingFiles };
}
