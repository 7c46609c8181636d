import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { register } from '@inkling/contract/account';
import { expect, onTestFinished, test } from 'vitest';
import { findLeftovers, freshDataFolder, waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { createProductionInstall } from './testing/production-install.ts';
import { call } from './testing/test-people.ts';

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** Starts the copy as `npm start` does in production; returns its URL once it listens. */
async function startCopy(folder: string, dataDir: string) {
  const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // Kills the script and the server that it starts.
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const port = () => /running: {2}http:\/\/localhost:(\d+)/.exec(output)?.[1];
  while (port() === undefined && child.exitCode === null) await sleep(20);
  if (port() === undefined) throw new Error(`The server has exited: ${output}`);
  return { child, url: `http://127.0.0.1:${port()}`, output: () => output };
}

test('a production install starts and serves a page and a call [R60]', async () => {
  await run(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'build']);
  const { folder, packages } = await createProductionInstall();
  expect(packages).toBeGreaterThan(100);
  const installed = await readdir(join(folder, 'node_modules'));
  for (const name of ['vite', 'vitest', 'typescript', 'lucide-react', 'pino-pretty'])
    expect(installed).not.toContain(name);

  const dataDir = await freshDataFolder();
  const server = await startCopy(folder, dataDir);
  // The start installed and built nothing.
  expect(server.output()).not.toMatch(/Installing|Building/);
  const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<h1');
  const password = 'six quiet herons';
  const body = { username: 'ada', email: 'ada@example.test', password, passwordConfirm: password };
  expect((await call(server.url, null, register, { body })).status).toBe(201);
  expect((await fetch(`${server.url}/api/v1/docs`)).status).toBe(404);

  server.child.kill('SIGTERM');
  await waitUntil('it has exited', () => server.child.exitCode !== null);
  expect(server.child.exitCode).toBe(0);
  expect(await findLeftovers(dataDir)).toEqual({ processes: [], locks: [] });

  // Without pino-pretty, log lines on a terminal are JSON.
  const log = join(folder, 'packages/server/src/platform/log.ts');
  const write = `const { createLog } = await import(${JSON.stringify(log)}); createLog({ LOG_LEVEL: 'info' }, true).info('here');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', write], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'here' });
});

test('the server build of the pages imports only declared dependencies', async () => {
  await run(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'build']);
  const built = join(root, 'packages/web/build/server');
  const files = (await readdir(built, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = await Promise.all(files.map((name) => readFile(join(built, name), 'utf8')));
  const bare = /(?:\bfrom|\bimport)\s*\(?\s*["']((?!node:)[^"'./\s][^"'\s]*)["']/g;
  const imported = new Set(
    texts
      .flatMap((text) => [...text.matchAll(bare)].map(([, name = '']) => name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
  expect(imported).toContain('react');
  // The contract is bundled into the pages, so they import its dependencies.
  const declared = await Promise.all(
    ['web', 'contract'].map(async (name) => {
      const manifest = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
      return Object.keys(manifest.dependencies);
    }),
  );
  expect([...imported].filter((name) => !declared.flat().includes(name))).toEqual([]);
});
