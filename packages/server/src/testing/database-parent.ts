import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRunning, postgresProcessesIn, signal } from '../platform/db/embedded/processes.ts';

const memoryDisk = '/dev/shm';
const requiredBytes = 5 * 1024 ** 3;

/**
 * The folder in which tests create databases: a disk in memory if there is room, since creating, copying and removing a
 * thousand files takes six times the processor time on a real one. Databases lose nothing there when processes are killed.
 */
export async function databaseParent(): Promise<string> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, folder, type]) => folder === memoryDisk && type === 'tmpfs')?.[3];
  // Some tests run programs from a data folder. The path is short, because it is part of a socket's.
  if (options === undefined || options.split(',').includes('noexec')) return '/tmp';
  const { bavail, bsize } = await statfs(memoryDisk);
  const hasRoom = Math.min(bavail * bsize, process.availableMemory()) > requiredBytes;
  return hasRoom ? memoryDisk : '/tmp';
}

const kept = 'inkling-data-';

/** A new folder for a database, which `removeAbandonedFolders` removes if this process is killed. */
export const createDatabaseFolder = async (): Promise<string> =>
  mkdtemp(join(await databaseParent(), `${kept}${process.pid}-`));

/** Removes the folders of killed test runs, with the databases that outlive them. */
export async function removeAbandonedFolders(): Promise<void> {
  const parent = await databaseParent();
  for (const name of await readdir(parent)) {
    if (!name.startsWith(kept) || (await isRunning(Number.parseInt(name.slice(kept.length), 10)))) continue;
    const folder = join(parent, name);
    for (const postgres of ['postgres', 'data/postgres'])
      signal((await postgresProcessesIn(join(folder, postgres)).catch(() => null)) ?? [], 'SIGKILL');
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Copies a folder with owners, modes and times, which Node's own `cp` does not preserve. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to]);
}
