import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { login } from '@inkling/contract/account';
import { listGenres } from '@inkling/contract/genres';
import { expect, onTestFinished, test } from 'vitest';
import { findLeftovers, freshDataFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { unpackRelease } from './testing/release.ts';
import { call, signUp } from './testing/test-people.ts';

const run = promisify(execFile);

/** Starts the program of the archive with nothing but the system's own programs; returns its URL once it listens. */
async function startRelease(folder: string, dataDir: string) {
  const child = spawn(join(folder, 'inkling'), ['start'], {
    cwd: dirname(folder),
    env: { PATH: '/usr/bin:/bin', PORT: '0', DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const port = () => /running: {2}http:\/\/localhost:(\d+)/.exec(output)?.[1];
  while (port() === undefined && child.exitCode === null) await sleep(20);
  if (port() === undefined) throw new Error(`The server has exited: ${output}`);
  return { child, url: `http://127.0.0.1:${port()}` };
}

/** Modules that a source of the archive imports by path, and which are not there. */
async function missingImports(folder: string, files: string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const file of files.filter((name) => /^packages\/(?:server|contract)\/.*\.(?:ts|mjs)$/.test(name))) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^'\n]+)'/g))
      if (!existsSync(join(folder, dirname(file), path))) missing.push(`${file}: ${path}`);
  }
  return missing;
}

test('the archive of a release starts on a machine without Node, and serves pages, calls and commands', {
  // Building the pages and packing 300 MB take minutes on a busy machine.
  timeout: 600_000,
}, async () => {
  const folder = await unpackRelease();
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  expect(files.filter((file) => /^(?:e2e|bench|scripts|packages\/web\/src)\//.test(file))).toEqual([]);
  // What messages and settings point to.
  expect(files).toContain('docs/operating.md');
  expect(files.filter((file) => /\.test\.|\/process-tests\/|\.env$|\.secret$/.test(file))).toEqual([]);
  expect(await missingImports(folder, files)).toEqual([]);

  const dataDir = await freshDataFolder();
  const { child, url } = await startRelease(folder, dataDir);
  const health = await fetch(`${url}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'alive' }]);
  const page = await fetch(`${url}/`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect([page.status, html.includes('<h1')]).toEqual([200, true]);
  const [, script = ''] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
  expect((await fetch(`${url}${script}`)).status).toBe(200);
  expect((await call(url, null, listGenres, {})).body.data.length).toBeGreaterThan(0);
  const ada = await signUp(url, 'ada');
  const signIn = { email: 'ada@example.test', password: 'six quiet herons' };
  expect((await call(url, null, login, { body: signIn })).body.user._id).toBe(ada.id);

  const options = { env: { PATH: '/usr/bin:/bin', DATA_DIR: dataDir } };
  const granted = await run(join(folder, 'inkling'), ['admin', 'grant', 'ada'], options);
  expect(granted.stdout).toBe('ada is now an admin.\n');
  child.kill('SIGTERM');
  await waitUntil('it has exited', () => child.exitCode !== null);
  expect([child.exitCode, await findLeftovers(dataDir)]).toEqual([0, { processes: [], locks: [] }]);
});
