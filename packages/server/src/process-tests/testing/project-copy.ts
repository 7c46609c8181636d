import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/db/embedded/testing/database-users.ts';

const root = join(import.meta.dirname, '../../../../..');
const packages = ['contract', 'server', 'web'];
const notCopied = new Set(['node_modules', '.react-router']);

/** Copies the project's sources to a new folder and links its own packages, but no dependencies. */
export async function copySources(...without: string[]): Promise<string> {
  const folder = await temporaryFolder();
  const copied = (path: string) => {
    const name = path.split('/').at(-1) ?? '';
    return !notCopied.has(name) && !without.includes(name);
  };
  for (const part of ['scripts', ...packages.map((name) => `packages/${name}`)]) {
    await cp(join(root, part), join(folder, part), { recursive: true, filter: copied });
  }
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc'])
    await cp(join(root, file), join(folder, file));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@inkling'), { recursive: true });
  for (const name of packages) await symlink(`../../packages/${name}`, join(modules, '@inkling', name));
  return folder;
}

/**
 * Copies the project to a new folder, where files may be changed, and links the installed dependencies.
 * `without` names more folders to leave out, such as `build`.
 */
export async function copyProject(...without: string[]): Promise<string> {
  const folder = await copySources(...without);
  const modules = join(folder, 'node_modules');
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!['@inkling', '.cache', '.vite', '.vite-temp', '.inkling-installed'].includes(name))
      await symlink(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of packages) {
    const own = join(root, 'packages', name, 'node_modules');
    for (const dependency of await readdir(own).catch(() => [])) {
      if (dependency.startsWith('.')) continue;
      await mkdir(join(folder, 'packages', name, 'node_modules'), { recursive: true });
      await symlink(join(own, dependency), join(folder, 'packages', name, 'node_modules', dependency));
    }
  }
  // The marker by which scripts/bootstrap.mjs knows that the packages are installed.
  const lock = await readFile(join(root, 'package-lock.json'));
  const state = createHash('sha256').update('package-lock.json\0').update(lock).update('\0').digest('hex');
  await writeFile(join(modules, '.inkling-installed'), state);
  return folder;
}

/** A running npm script in its own process group, as in a terminal. */
export interface NpmRun {
  /** The process id of npm itself, and of its group. */
  pid: number;
  /** The URL of the server that it started last; null while none listens. */
  url(): string | null;
  isRunning(): boolean;
}

/** Runs one of the project's npm scripts; resolves once the server listens. */
export async function runByNpm(folder: string, args: string[], dataDir: string): Promise<NpmRun> {
  const npm = spawn('npm', args, {
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
    detached: true,
  });
  const pid = npm.pid ?? 0;
  const isAnybodyLeft = (): boolean => {
    try {
      process.kill(-pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  onTestFinished(() => {
    if (isAnybodyLeft()) process.kill(-pid, 'SIGKILL');
  });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const url = () => {
    const port = [...output.matchAll(/running: {2}http:\/\/localhost:(\d+)/g)].at(-1)?.[1];
    return port === undefined ? null : `http://127.0.0.1:${port}`;
  };
  while (url() === null) {
    if (npm.exitCode !== null) throw new Error(`npm has exited: ${output}`);
    await sleep(20);
  }
  return { pid, url, isRunning: isAnybodyLeft };
}
