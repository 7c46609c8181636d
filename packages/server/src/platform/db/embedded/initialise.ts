import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../log.ts';
import { StartupProblem } from '../../startup-problem.ts';
import { atExit } from './at-exit.ts';
import type { Cluster } from './cluster.ts';
import { codeOf, postgresProblem } from './failures.ts';
import { isRunning, postgresProcessesIn, signal, startTimeOf } from './processes.ts';

/** PostgreSQL's superuser, whom the cluster is made with. Inkling's own role has less: `roles.ts`. */
export const superuser = 'inkling';
const nurseryPrefix = 'postgres.initialising-';

/**
 * Makes the cluster in a folder beside its place and moves it there in one step: whenever this is killed, either
 * the whole cluster is there or none. Of two processes that do it at once, the first one's is kept.
 */
export async function initialise(cluster: Cluster, log: Log): Promise<void> {
  const { dataDir, folder, user } = cluster;
  await clearLeftovers(dataDir, log);
  const nursery = join(
    dataDir,
    `${nurseryPrefix}${process.pid}-${await startTimeOf(process.pid)}-${randomBytes(4).toString('hex')}`,
  );
  const data = join(nursery, 'data');
  const passwordFile = join(nursery, 'password');
  try {
    await mkdir(nursery, { mode: 0o700 });
    await mkdir(data, { mode: 0o700 });
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600, flag: 'wx' });
    if (user !== null)
      for (const path of [nursery, data, passwordFile]) await chown(path, user.uid, user.gid);
    await runInitdb(cluster, data);
    await moveIntoPlace(data, folder);
    await flushFolder(dataDir);
    log.info({ folder }, 'made the embedded database');
  } finally {
    await rm(nursery, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function moveIntoPlace(data: string, folder: string): Promise<void> {
  try {
    await rename(data, folder);
  } catch (error) {
    const code = codeOf(error);
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'].includes(code ?? '')) throw error;
    const there = await readdir(folder).catch((): string[] => []);
    if (there.includes('PG_VERSION')) return;
    throw new StartupProblem(
      `${folder} is in the way: it is to hold the database and holds something else. Move it away, or set DATA_DIR to another folder.`,
      78,
      { cause: error },
    );
  }
}

/** Makes a renaming last through a loss of power. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function runInitdb({ asSeenInside, binaries, user, dataDir, durable }: Cluster, data: string): Promise<void> {
  const seen = asSeenInside(data);
  const args = [
    `--pgdata=${seen}`,
    `--username=${superuser}`,
    `--pwfile=${seen}/../password`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own collation: the data can move to another system without broken text indexes.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ];
  return new Promise((resolve, reject) => {
    let output = '';
    // Of its own process group: Ctrl-C in the terminal is for Inkling, which then stops in order.
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
    // With the programs that it has started itself; what it has made is cleared by the next start.
    const ended = atExit(() => signal([-(child.pid ?? 0)].filter(Boolean), 'SIGKILL'));
    child.on('error', reject).on('exit', ended);
    child.on('close', (code) => (code === 0 ? resolve() : reject(postgresProblem(output, dataDir, null))));
  });
}

/** Nothing of ours: no secret, no PG… variable, and no locale that the system may not have. */
export const databaseEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
});

/** Removes what processes left that were killed while they made a cluster; a living one's is not touched. */
async function clearLeftovers(dataDir: string, log: Log): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const [, pid, birth] = new RegExp(`^${nurseryPrefix}(\\d+)-(\\w+)-`).exec(name) ?? [];
    if (pid === undefined || ((await isRunning(Number(pid))) && (await startTimeOf(Number(pid))) === birth))
      continue;
    const nursery = join(dataDir, name);
    // initdb outlives the process that started it, and would write on.
    signal((await postgresProcessesIn(join(nursery, 'data')).catch(() => null)) ?? [], 'SIGKILL');
    await rm(nursery, { recursive: true, force: true, maxRetries: 5 });
    log.warn({ folder: nursery }, 'removed a database that was left half made');
  }
}
