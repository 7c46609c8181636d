import { execFile, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { register } from '@inkling/contract/account';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freshDataFolder, remains, until } from '../platform/db/embedded/testing/database-users.ts';
import { productionCopy } from './testing/production-copy.ts';
import { call } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 180_000 });

const root = join(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** Starts the copy as `npm start` does on a production machine, and gives its address once it listens. */
async function startCopy(folder: string, dataDir: string) {
  const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs'), 'start'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // The script and the server that it starts.
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const port = () => /running: {2}http:\/\/localhost:(\d+)/.exec(said)?.[1];
  while (port() === undefined && child.exitCode === null) await sleep(20);
  if (port() === undefined) throw new Error(`The server has ended: ${said}`);
  return { child, url: `http://127.0.0.1:${port()}`, said: () => said };
}

test('a built production install starts, and serves a page and a call', async () => {
  await run(process.execPath, [join(root, 'scripts/bootstrap.mjs'), 'build']);
  const { folder, packages } = await productionCopy();
  expect(packages).toBeGreaterThan(100);
  const installed = await readdir(join(folder, 'node_modules'));
  for (const name of ['vite', 'vitest', 'typescript', 'pino-pretty']) expect(installed).not.toContain(name);

  const dataDir = await freshDataFolder();
  const server = await startCopy(folder, dataDir);
  // Nothing was installed or built for it.
  expect(server.said()).not.toMatch(/Installing|Building/);
  const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<h1');
  const password = 'six quiet herons';
  const body = { username: 'ada', email: 'ada@example.test', password, passwordConfirm: password };
  expect((await call(server.url, null, register, { body })).status).toBe(201);
  expect((await fetch(`${server.url}/api/v1/docs`)).status).toBe(404);

  server.child.kill('SIGTERM');
  await until('it ends', () => server.child.exitCode !== null);
  expect(server.child.exitCode).toBe(0);
  expect(await remains(dataDir)).toEqual({ processes: [], locks: [] });

  // On a terminal, lines are JSON where the package for readable ones is left out.
  const log = join(folder, 'packages/server/src/platform/log.ts');
  const write = `const { createLog } = await import(${JSON.stringify(log)}); createLog({ LOG_LEVEL: 'info' }, true).info('here');`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', write], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ msg: 'here' });
});

test('the pages that were built for the server need only what is declared', async () => {
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
  // The contract is built into the pages, so that what it depends on is imported by them.
  const declared = await Promise.all(
    ['web', 'contract'].map(async (name) => {
      const manifest = JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'));
      return Object.keys(manifest.dependencies);
    }),
  );
  expect([...imported].filter((name) => !declared.flat().includes(name))).toEqual([]);
});
