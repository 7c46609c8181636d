import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { databaseProcesses, freshDataFolder, until } from '../platform/db/embedded/testing/database-users.ts';
import { privateCopy, runByNpm } from './testing/private-copy.ts';

vi.setConfig({ testTimeout: 120_000 });

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('npm run dev serves pages and calls, follows what is changed in both, and ends whole with Ctrl-C', async () => {
  const folder = await privateCopy('build');
  const dataDir = await freshDataFolder();
  const dev = await runByNpm(folder, ['run', 'dev'], dataDir);
  const get = (path: string) => fetch(`${dev.url()}${path}`).then((response) => response.text());
  const shows = (path: string, text: string) =>
    get(path).then(
      (body) => body.includes(text),
      () => false,
    );

  await until('the landing page', () => shows('/', 'Find a story'));
  await until('a call', () => shows('/api/v1/genres', '"success":true'));

  await edit(
    join(folder, 'packages/web/src/screens/landing/sections.tsx'),
    'Find a story',
    'Look for a story',
  );
  await until('the page follows', () => shows('/', 'Look for a story'));
  const health = join(folder, 'packages/server/src/platform/http/health.ts');
  await edit(health, "status: 'alive'", "status: 'changed'");
  await until('a call follows', () => shows('/livez', 'changed'));
  await until('the pages are there again', () => shows('/', 'Look for a story'));

  process.kill(-dev.pid, 'SIGINT');
  await until('all ends', () => !dev.isAnybodyLeft());
  await until('and its database', async () => (await databaseProcesses(dataDir)).length === 0);
});
