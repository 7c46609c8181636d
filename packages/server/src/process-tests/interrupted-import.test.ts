import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startImport } from '@inkling/contract/imports';
import { expect, test } from 'vitest';
import { heavyBook } from '../modules/imports/parse/testing/epub-fixture.ts';
import { readerOf, vanishes } from '../modules/imports/parse/testing/readers.ts';
import { temporaryFolder } from '../platform/db/embedded/testing/database-users.ts';
import { createDatabase } from './testing/databases.ts';
import { startInkling, startServer, stop } from './testing/programs.ts';
import { call, signUp } from './testing/test-people.ts';

/** A server that is parsing a long book for an author. */
async function importingServer() {
  const database = await createDatabase('migrated');
  const settings = { DATABASE_URL: database.url, DATA_DIR: await temporaryFolder() };
  const server = await startServer(settings);
  const { token, username } = await signUp(server.url);
  const { name, bytes } = heavyBook();
  const file = { name, bytes: Buffer.from(bytes) };
  const { status } = await call(server.url, token, startImport, { file } as never);
  expect(status).toBe(202);
  const reader = await readerOf(server.process.pid ?? 0);
  const importRows = () => database.query('select state::text, message from imports');
  return { server, settings, author: username, reader, importRows };
}

test('a server stopped during an import fails that import with a message and leaves no parser process [R37]', async () => {
  const { server, reader, importRows } = await importingServer();
  // As a service manager does: signal every process.
  process.kill(reader, 'SIGTERM');
  expect((await stop(server)).code).toBe(0);
  const message = 'The server was restarted. Please try again.';
  expect(await importRows()).toEqual([{ state: 'failed', message }]);
  await vanishes(reader);
});

test('a server or tool that is killed during an import leaves no parser process', async () => {
  const { server, settings, author, reader } = await importingServer();
  await stop(server, 'SIGKILL');
  await vanishes(reader);

  const path = join(settings.DATA_DIR, 'heavy.epub');
  await writeFile(path, heavyBook().bytes);
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const tool = startInkling(['import', path, '--author', author], settings);
    const toolReader = await readerOf(tool.process.pid ?? 0);
    const { code } = await stop(tool, signal);
    await vanishes(toolReader);
    if (signal === 'SIGKILL') expect(code).toBe('SIGKILL');
    else {
      expect(tool.stderr()).toBe('Canceled. Nothing of the unfinished book was saved.\n');
      expect(code).toBe(1);
    }
  }
});
