import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { StartupProblem } from '../platform/startup-problem.ts';
import { programVersion } from '../platform/version.ts';

/** Raised when an older program could no longer restore what this one writes. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
const maxManifestBytes = 256 * 1024 * 1024;

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

/** The last file of a backup: what is in it. Everything else is checked against this. */
const manifestSchema = z.object({
  format: z.literal('inkling-backup'),
  formatVersion: z.int(),
  program: z.string(),
  site: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** The version of pg-boss's tables; null if there are none. */
  jobsVersion: z.int().nullable(),
  tables: z.array(
    z.object({
      schema: z.enum(['public', 'pgboss']),
      name: identifier,
      columns: z.array(identifier),
      rows: z.int(),
    }),
  ),
  /** Months with a partition of events, such as 2026-03. */
  eventMonths: z.array(z.string().regex(/^\d{4}-\d{2}$/)),
  sequences: z.array(z.object({ name: identifier, value: z.int() })),
  images: z.int(),
  /** Files of images that should be in the backup, but that the storage did not have. */
  missingFiles: z.array(z.string()),
  hasSecrets: z.boolean(),
  entries: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
});

export type Manifest = z.output<typeof manifestSchema>;
export type ManifestTable = Manifest['tables'][number];

export const rowsEntry = ({ schema, name }: Pick<ManifestTable, 'schema' | 'name'>): string =>
  `rows/${schema}/${name}.txt`;

/** A problem with a backup or with restoring it, for the operator. */
export class BackupProblem extends StartupProblem {
  override readonly exitCode = 1;
}

/** A backup could not be checked, which says nothing about it. */
export class Unverified extends BackupProblem {}

/** What an incomplete backup lacks, for the operator; null for a complete one. */
export function missingFilesOf({ missingFiles }: Manifest): string | null {
  const [count, named] = [missingFiles.length, missingFiles.slice(0, 10)];
  if (count === 0) return null;
  const more = count > named.length ? ` and ${(count - named.length).toLocaleString('en')} more` : '';
  return `${count === 1 ? '1 image file is' : `${count.toLocaleString('en')} image files are`} missing: ${named.join(', ')}${more}. Put ${count === 1 ? 'it' : 'them'} back into DATA_DIR/files or the bucket from an earlier backup, or remove the images.`;
}

/** A backup whose content was compared with its manifest. */
export interface BackupFile {
  manifest: Manifest;
  read(name: string): Promise<Readable>;
  close(): void;
}

/** Opens a backup and reads all of it once. Throws a BackupProblem if anything in it is not as it was written. */
export async function openBackup(path: string): Promise<BackupFile> {
  const zip = await openPromise(path, { autoClose: false }).catch((cause: unknown) => {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    if (code === 'ENOENT') throw new BackupProblem(`${path} does not exist.`);
    if (code === 'EACCES') throw new BackupProblem(`${path} can’t be read by this user.`);
    throw damaged(path, cause);
  });
  try {
    return await checkedBackup(zip, path);
  } catch (error) {
    zip.close();
    throw error instanceof BackupProblem ? error : damaged(path, error);
  }
}

const damaged = (path: string, cause?: unknown) =>
  new BackupProblem(
    `${path} is not a complete backup of Inkling: it was cut off or damaged, or is another kind of file. Nothing was changed.`,
    { cause },
  );

async function checkedBackup(zip: ZipFile, path: string): Promise<BackupFile> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw damaged(path);
    entries.set(entry.fileName, entry);
  }
  const read = (name: string) => {
    const entry = entries.get(name);
    if (entry === undefined) throw damaged(path);
    return zip.openReadStreamPromise(entry);
  };
  const manifest = await readManifest(entries.get(manifestName), read, path);
  const listed = new Set(manifest.entries.map(({ name }) => name));
  if (listed.size !== manifest.entries.length || listed.size !== entries.size - 1) throw damaged(path);
  for (const { name, size, sha256 } of manifest.entries) {
    const found = await hashOf(await read(name));
    if (found.size !== size || found.sha256 !== sha256) throw damaged(path);
  }
  if (manifest.tables.some((table) => !listed.has(rowsEntry(table)))) throw damaged(path);
  return { manifest, read, close: () => zip.close() };
}

async function readManifest(
  entry: Entry | undefined,
  read: (name: string) => Promise<Readable>,
  path: string,
): Promise<Manifest> {
  if (entry === undefined || entry.uncompressedSize > maxManifestBytes) throw damaged(path);
  const bytes = await buffer(await read(manifestName));
  if (crc32(bytes) !== entry.crc32) throw damaged(path);
  const parsed: unknown = JSON.parse(bytes.toString('utf8'));
  const { formatVersion: version } = z
    .object({ format: z.literal('inkling-backup'), formatVersion: z.int() })
    .parse(parsed);
  if (version > formatVersion) throw newer(path);
  return manifestSchema.parse(parsed);
}

export const newer = (path: string) =>
  new BackupProblem(
    `${path} was made by a newer version of Inkling than this one (${programVersion}). Install that version or a later one, and try again. Nothing was changed.`,
  );

/** Reads a stream to its end. */
async function hashOf(stream: AsyncIterable<Buffer>): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of stream) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
