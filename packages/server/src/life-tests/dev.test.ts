import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  databaseProcesses,
  freshDataFolder,
  temporaryFolder,
  until,
} from '../platform/db/embedded/testing/database-users.ts';

vi.setConfig({ testTimeout: 120_000 });

const root = join(import.meta.dirname, '../../../..');
const packages = ['contract', 'server', 'web'];
const notCopied = new Set(['node_modules', 'build', '.react-router']);

/** The project in a folder of its own, whose files may be changed; its packages are those that are installed. */
async function privateCopy(): Promise<string> {
  const folder = await temporaryFolder();
  const copied = (path: string) => !notCopied.has(path.split('/').at(-1) ?? '');
  for (const part of ['scripts', ...packages.map((name) => `packages/${name}`)]) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter: copied });
  }
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc'])
    await cp(join(root, file), join(folder, file));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@inkling'), { recursive: true });
  for (const name of packages) await symlink(`../../packages/${name}`, join(modules, '@inkling', name));
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!['@inkling', '.cache', '.vite', '.vite-temp', '.inkling-installed'].includes(name))
      await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of packages) {
    const own = join(root, 'packages', name, 'node_modules');
    for (const inside of await readdir(own).catch(() => [])) {
      if (inside.startsWith('.')) continue;
      await mkdir(join(folder, 'packages', name, 'node_modules'), { recursive: true });
      await symlink(join(own, inside), join(folder, 'packages', name, 'node_modules', inside));
    }
  }
  // As scripts/bootstrap.mjs notes that these packages are installed.
  const lock = await readFile(join(root, 'package-lock.json'));
  const state = createHash('sha256').update('package-lock.json\0').update(lock).update('\0').digest('hex');
  await writeFile(join(modules, '.inkling-installed'), state);
  return folder;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

const isAlive = (group: number): boolean => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

test('npm run dev serves pages and calls, follows what is changed in both, and ends whole with Ctrl-C', async () => {
  const folder = await privateCopy();
  const dataDir = await freshDataFolder();
  const dev = spawn('npm', ['run', 'dev'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Of a process group of its own, as in a terminal.
    detached: true,
  });
  const group = dev.pid ?? 0;
  onTestFinished(() => {
    if (isAlive(group)) process.kill(-group, 'SIGKILL');
  });
  let said = '';
  for (const stream of [dev.stdout, dev.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const portOf = () => [...said.matchAll(/running: {2}http:\/\/localhost:(\d+)/g)].at(-1)?.[1];
  await until('it runs', () => {
    if (dev.exitCode !== null) throw new Error(`it has ended: ${said}`);
    return portOf() !== undefined;
  }).catch((error: unknown) => {
    throw new Error(`it said: ${said}`, { cause: error });
  });
  const get = (path: string) => fetch(`http://127.0.0.1:${portOf()}${path}`).then((answer) => answer.text());
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

  process.kill(-group, 'SIGINT');
  await until('all ends', () => !isAlive(group));
  await until('and its database', async () => (await databaseProcesses(dataDir)).length === 0);
});
