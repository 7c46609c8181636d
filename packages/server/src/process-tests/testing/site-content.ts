import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { openForTest } from '../../platform/db/embedded/testing/database-users.ts';
import { readState } from './database-copy.ts';

/**
 * What a backup has of a database: rows by table as hashes, without what a crash or a start empties, a restore raises, or
 * is of the machine; and the last values of sequences.
 */
export async function siteOf(connection: pg.ClientConfig) {
  const { hashes, sequences } = await readState(connection);
  const isBackedUp = (name: string) =>
    !/^(live_|chat_presence|chat_announcements|chapter_numbering|daily_backups)/.test(name) &&
    (!name.startsWith('pgboss.') || /\.(queue|schedule|subscription|job|job_dependency)$/.test(name));
  const content = Object.fromEntries(Object.entries(hashes).filter(([name]) => isBackedUp(name)));
  return { content, sequences };
}

/** The rows alone. */
export const contentOf = async (connection: pg.ClientConfig): Promise<Record<string, string>> =>
  (await siteOf(connection)).content;

/** The same of the embedded database in a data folder. */
export async function contentOfFolder(dataDir: string) {
  const database = await openForTest(dataDir, { purpose: 'tool' });
  const content = await contentOf(database.connection);
  await database.stop();
  return content;
}

/** Every stored image by its name. */
export async function imagesIn(dataDir: string): Promise<Record<string, string>> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.includes('.')).toSorted();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (name) => [name, (await readFile(join(dataDir, 'files', name))).toString('base64')]),
    ),
  );
}
