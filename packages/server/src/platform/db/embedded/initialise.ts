import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import type { Cluster } from './cluster.ts';
import { errorCode, postgresProblem } from './failures.ts';
import { atExit, isRunning, postgresProcessesIn, signal, startTimeOf } from './processes.ts';

/** PostgreSQL's superuser, created with the cluster. Inkling itself uses a role with fewer rights: see `prepare-cluster.ts`. */
export const superuser = 'inkling';
const stagingPrefix = 'postgres.initialising-';

/**
 * Creates the cluster in a staging folder and moves it into place atomically, so that a kill never leaves a partial
 * cluster. If two processes do it at the same time, the first one wins.
 */
export async function initialise(cluster: Cluster, log: Log): Promise<void> {
  const { dataDir, folder, user } = cluster;
  await clearLeftovers(dataDir, log);
  const staging = join(
    dataDir,
    `${stagingPrefix}${process.pid}-${await startTimeOf(process.pid)}-${randomBytes(4).toString('hex')}`,
  );
  const data = join(staging, 'data');
  const passwordFile = join(staging, 'password');
  try {
    await mkdir(staging, { mode: 0o700 });
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600, flag: 'wx' });
    if (user !== null)
      for (const path of [staging, data, passwordFile]) await chown(path, user.uid, user.gid);
    await runInitdb(cluster, data);
    await moveIntoPlace(data, folder);
    await syncFolder(dataDir);
    log.info({ folder }, 'created the embedded database');
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function moveIntoPlace(data: string, folder: string): Promise<void> {
  try {
    await rename(data, folder);
  } catch (error) {
    const code = errorCode(error);
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'].includes(code ?? '')) throw error;
    const entries = await readdir(folder).catch((): string[] => []);
    if (entries.includes('PG_VERSION')) return;
    throw new StartupProblem(
      `${folder} is needed for the database but contains something else. Move it away, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Makes a rename survive a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function runInitdb(
  { pathForPostgres: asSeenInside, binaries, user, dataDir, durable }: Cluster,
  data: string,
): Promise<void> {
  const postgresPath = asSeenInside(data);
  const args = [
    `--pgdata=${postgresPath}`,
    `--username=${superuser}`,
    `--pwfile=${postgresPath}/../password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own collation: the data can move to another system without breaking text indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  return new Promise((resolve, reject) => {
    let output = '';
    // In its own process group: Ctrl-C in the terminal reaches only Inkling, which then stops cleanly.
    const child = spawn(join(binaries.folder, 'bin/initdb'), args, {
      ...user,
      cwd: data,
      env: databaseEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString('utf8')}`.slice(-65_536);
      });
    }
    // Kills the whole process group; the next start removes the partial cluster.
    const cancelExitHook = atExit(() => signal([-(child.pid ?? 0)].filter(Boolean), 'SIGKILL'));
    child.on('error', reject).on('exit', cancelExitHook);
    child.on('close', (code) => (code === 0 ? resolve() : reject(postgresProblem(output, dataDir, null))));
  });
}

/** Inherits nothing but PATH: no secret, no PG… variable, no locale that may be missing on this system. */
export const databaseEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Removes staging folders of killed processes; that of a running process is not touched. */
async function clearLeftovers(dataDir: string, log: Log): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid, startTime] = new RegExp(`^${stagingPrefix}(\\d+)-(\\w+)-`).exec(name) ?? [];
    if (
      pid === undefined ||
      ((await isRunning(Number(pid))) && (await startTimeOf(Number(pid))) === startTime)
    )
      continue;
    const staging = join(dataDir, name);
    // initdb outlives the process that started it and would keep writing.
    signal((await postgresProcessesIn(join(staging, 'data')).catch(() => null)) ?? [], 'SIGKILL');
    await rm(staging, { recursive: true, force: true, maxRetries: 5 });
    log.warn({ folder: staging }, 'removed an incomplete database');
  }
}
