import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { withAppContext } from '../../cli/command.ts';
import { createAccount } from '../../modules/account/account.service.ts';
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
