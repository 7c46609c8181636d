import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { withAppContext } from '../../cli/command.ts';
import { createAccount } from '../../modules/account/account.service.ts';
import { openForTest } from '../../platform/db/embedded/testing/database-users.ts';
import { readState } from './database-copy.ts';
import { createDatabase, type TestDatabase } from './databases.ts';
import { inThisProcess } from './programs.ts';

const chapter = (number: number) => `## Chapter ${number}\n\n${'The lamp burned on. '.repeat(60)}\n`;
export const bookOf = (title: string, chapters: number) =>
  `# ${title}\n\n${Array.from({ length: chapters }, (_, index) => chapter(index + 1)).join('\n')}`;

/** Writes files to import; returns their paths by name. */
export async function writeFiles<Name extends string>(
  contents: Record<Name, string | Buffer>,
): Promise<Record<Name, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-books-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const paths = {} as Record<Name, string>;
  for (const name of Object.keys(contents) as Name[]) {
    paths[name] = join(folder, name);
    await writeFile(paths[name], contents[name]);
  }
  return paths;
}

/** A new database with one author, and no running server. */
export async function siteWithAuthor(): Promise<{
  database: TestDatabase;
  settings: Record<string, string>;
}> {
  const database = await createDatabase('migrated');
  const dataDir = await mkdtemp(join(tmpdir(), 'inkling-cli-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir };
  const request = {
    requestId: '',
    address: '',
    userAgent: '',
    wantsPrivacy: false,
    token: null,
    tokenHash: null,
  };
  await inThisProcess(() =>
    withAppContext(settings, (ctx) =>
      createAccount(
        { ...ctx, ...request, isClientGone: () => false },
        { username: 'Ada', email: 'ada@example.test' },
        inject('testPasswordHash'),
      ),
    ),
  );
  return { database, settings };
}

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
