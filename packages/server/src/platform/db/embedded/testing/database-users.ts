import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';

import { copyFolder, createDatabaseFolder } from '../../../../testing/database-parent.ts';
import { createLog } from '../../../log.ts';
import { StartupProblem } from '../../../startup-problem.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbeddedDatabase } from '../embedded.ts';
import { postgresProcessesIn } from '../processes.ts';

export const isRoot = process.getuid?.() === 0;
/** The user `nobody`, which every Linux has. */
export const unprivilegedUser = { uid: 65534, gid: 65534 };

const log = createLog({ LOG_LEVEL: 'silent' }, false);

function removeAfterTest(folder: string): string {
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** A folder that is removed after the test; in /tmp, because the path must be short. */
export const temporaryFolder = async (): Promise<string> =>
  removeAfterTest(await realpath(await mkdtemp('/tmp/inkling-edb-')));

/** The path of a data folder to create. After the test, its database is killed and the folder removed. */
export async function freshDataFolder(...below: string[]): Promise<string> {
  const folder = removeAfterTest(await realpath(await createDatabaseFolder()));
  await chmod(folder, 0o755);
  const dataDir = join(folder, ...below, 'data');
  onTestFinished(async () => {
    for (const pid of await databaseProcesses(dataDir)) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

/** A data folder with a migrated database, on which a program starts in half the time. */
export async function migratedDataFolder(): Promise<string> {
  const dataDir = await freshDataFolder();
  await copyFolder(inject('migratedFolder'), dataDir);
  return dataDir;
}

/** Opens a data folder in this process, for this test. */
export async function openForTest(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, log, purpose: 'server', ...options });
  onTestFinished(() => database.stop());
  return database;
}

/** The error message of opening a data folder that must be refused. */
export async function openProblem(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<string> {
  try {
    await openForTest(dataDir, options);
  } catch (error) {
    if (error instanceof StartupProblem) return error.message;
    throw error;
  }
  throw new Error('the database opened');
}

/** Runs one query on a new connection. */
export async function runQuery(
  { connection }: EmbeddedDatabase,
  query: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  // A lost connection already fails the running query.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

/** The processes of the database in a data folder. */
export const databaseProcesses = async (dataDir: string): Promise<number[]> =>
  (await postgresProcessesIn(join(dataDir, 'postgres')).catch(() => null)) ?? [];

/** The process id in postmaster.pid. */
export async function readPostmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** Processes and lock files, which a stopped database must not leave behind. */
export async function findLeftovers(dataDir: string): Promise<{ processes: number[]; locks: string[] }> {
  const files = await readdir(join(dataDir, 'postgres'));
  return {
    processes: await databaseProcesses(dataDir),
    locks: files.filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL')),
  };
}

/**
 * Waits until a condition holds; fails after 200 seconds, which only a hang takes. It asks less and less often, because
 * a connection or a look at all processes costs time that what is awaited needs.
 */
export async function waitUntil(
  description: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const limit = performance.now() + 200_000;
  for (let pause = 20; !(await condition()); pause = Math.min(200, pause * 1.2)) {
    if (performance.now() > limit) throw new Error(`not within 200 s: ${description}`);
    await sleep(pause);
  }
}

export interface OtherProcess {
  process: ChildProcess;
  pid: number;
  output(): string;
  exit: Promise<number | null>;
}

interface OtherProcessOptions {
  purpose?: 'server' | 'tool';
  programs?: string;
  user?: { uid: number; gid: number };
}

/** Uses a data folder from another process with its own process group, as in a terminal. */
export function useInOtherProcess(
  dataDir: string,
  { purpose = 'server', programs, user }: OtherProcessOptions = {},
): OtherProcess {
  const program = join(import.meta.dirname, 'use-database.ts');
  const args = [program, dataDir, purpose, programs ?? ''];
  if (user !== undefined) args.push(String(user.uid), String(user.gid));
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exit;
  });
  return { process: child, pid: child.pid ?? 0, output: () => output, exit };
}

/** Like `useElsewhere`, but waits until the database is open. */
export async function openInOtherProcess(
  dataDir: string,
  options: OtherProcessOptions = {},
): Promise<OtherProcess> {
  const other = useInOtherProcess(dataDir, options);
  await waitUntil(`open in another process (${other.output()})`, () => {
    if (other.process.exitCode !== null) throw new Error(`it exited: ${other.output()}`);
    return other.output().startsWith('open');
  });
  return other;
}
