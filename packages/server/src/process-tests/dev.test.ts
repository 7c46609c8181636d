import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  findLeftovers,
  migratedDataFolder,
  readPostmasterPid,
  waitUntil,
} from '../platform/db/embedded/testing/database-users.ts';
import { copyProject, runByNpm } from './testing/project-copy.ts';

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

test('npm run dev serves pages and calls, and reloads changes in both on the same database; however it is stopped, it leaves nothing', async () => {
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
  const postmaster = await readPostmasterPid(dataDir);
  const health = join(folder, 'packages/server/src/platform/http/health.ts');
  for (const [from, to] of [
    ["'alive'", "'changed'"],
    ["'changed'", "'changed again'"],
  ] as const) {
    await edit(health, from, to);
    await waitUntil('the call is updated', () => shows('/livez', to.slice(1, -1)));
  }
  // Rendering a page again would load all of them a second time, which takes five seconds.
  await waitUntil('the pages are served again', () =>
    shows('/src/screens/landing/sections.tsx', 'Look for a story'),
  );
  expect(await readPostmasterPid(dataDir)).toBe(postmaster);

  process.kill(-dev.pid, 'SIGINT');
  await waitUntil('all processes have exited on Ctrl-C', () => !dev.isRunning());
  expect(await findLeftovers(dataDir)).toEqual({ processes: [], locks: [] });

  const again = await runByNpm(folder, ['run', 'dev'], dataDir);
  process.kill(again.pid, 'SIGKILL');
  await waitUntil('all processes have exited when npm was killed', () => !again.isRunning());
  expect(await findLeftovers(dataDir)).toEqual({ processes: [], locks: [] });
});
