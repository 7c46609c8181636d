import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  databaseProcesses,
  migratedDataFolder,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { copyProject, runByNpm } from './testing/project-copy.ts';

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('npm run dev serves pages and calls, reloads changes in both, and stops everything on Ctrl-C', async () => {
  const folder = await copyProject('build');
  const dataDir = await migratedDataFolder();
  const dev = await runByNpm(folder, ['run', 'dev'], dataDir);
  const get = (path: string) => fetch(`${dev.url()}${path}`).then((response) => response.text());
  const shows = (path: string, text: string) =>
    get(path).then(
      (body) => body.includes(text),
      () => false,
    );

  await waitUntil('the landing page loads', () => shows('/', 'Find a story'));
  await waitUntil('a call succeeds', () => shows('/api/v1/genres', '"success":true'));
  // Link previews have a route of their own; a page would be HTML.
  const missing = '/story/019f0000-0000-7000-8000-000000000000/preview.jpg';
  expect(JSON.parse(await get(missing))).toMatchObject({ code: 'NOT_FOUND' });

  await edit(
    join(folder, 'packages/web/src/screens/landing/sections.tsx'),
    'Find a story',
    'Look for a story',
  );
  await waitUntil('the page is updated', () => shows('/', 'Look for a story'));
  const health = join(folder, 'packages/server/src/platform/http/health.ts');
  await edit(health, "status: 'alive'", "status: 'changed'");
  await waitUntil('the call is updated', () => shows('/livez', 'changed'));
  // Rendering a page again would load all of them a second time, which takes ten seconds.
  await waitUntil('the pages are served again', () =>
    shows('/src/screens/landing/sections.tsx', 'Look for a story'),
  );

  process.kill(-dev.pid, 'SIGINT');
  await waitUntil('all processes have exited', () => !dev.isRunning());
  await waitUntil('its database has stopped', async () => (await databaseProcesses(dataDir)).length === 0);
});
