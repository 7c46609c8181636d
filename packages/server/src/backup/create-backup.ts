import { createHash } from 'node:crypto';
import { fileName, imageFormats } from '@inkling/contract/files';
import { publicUrl } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';
import { type Connection, type Db, snapshot } from '../platform/db/db.ts';
import { appliedMigrations } from '../platform/db/migrate.ts';
import { type SingleConnection, withSingleConnection } from '../platform/db/single-connection.ts';
import { programVersion } from '../platform/version.ts';
import { zipFile } from '../platform/zip-file.ts';
import { formatVersion, type Manifest, type ManifestTable, manifestName, rowsEntry } from './backup-file.ts';
import * as queries from './rows.queries.ts';
import { encryptSecrets, readSecrets } from './secrets.ts';

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
