import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { copyFolder } from '../../../../testing/copy-folder.ts';
import { createLog } from '../../../log.ts';
import { StartupProblem } from '../../../startup-problem.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, openEmbeddedDatabase } from '../embedded.ts';
import { postgresProcessesIn } from '../processes.ts';

export const isRoot = process.getuid?.() === 0;
/** Nobody of /etc/passwd: an ordinary user on every Linux. */
export const unprivilegedUser = { uid: 65534, gid: 65534 };

const log = createLog({ LOG_LEVEL: 'silent' }, false);

/** A folder that is gone after the test; in /tmp, since the path's length matters. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp('/tmp/inkling-edb-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** A data folder that is not there yet, and the process of whose database does not outlive the test. */
export async function freshDataFolder(...below: string[]): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const dataDir = join(folder, ...below, 'data');
  onTestFinished(async () => {
    for (const pid of await databaseProcesses(dataDir)) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  return dataDir;
}

/** A data folder with a migrated database: a program starts on it as for the second time, in half the time. */
export async function migratedDataFolder(): Promise<string> {
  const dataDir = await freshDataFolder();
  await copyFolder(inject('migratedFolder'), dataDir);
  return dataDir;
}

/** Opens a data folder in this process, for this test. */
export async function opened(
  dataDir: string,
  options: Partial<EmbeddedOptions> = {},
): Promise<EmbeddedDatabase> {
  const database = await openEmbeddedDatabase({ dataDir, log, purpose: 'server', ...options });
  onTestFinished(() => database.stop());
  return database;
}

/** The sentence that opening a data folder ends in. */
export async function refusal(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<string> {
  try {
    await opened(dataDir, options);
  } catch (error) {
    if (error instanceof StartupProblem) return error.message;
    throw error;
  }
  throw new Error('the database opened');
}

/** One query on a connection of its own. */
export async function ask(
  { connection }: EmbeddedDatabase,
  query: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection);
  // A lost connection fails the query that is under way, and needs to be heard nowhere else.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(query)).rows;
  } finally {
    await client.end();
  }
}

/** The processes of a data folder's database. */
export const databaseProcesses = async (dataDir: string): Promise<number[]> =>
  (await postgresProcessesIn(join(dataDir, 'postgres')).catch(() => null)) ?? [];

/** The first line of postmaster.pid. */
export async function postmasterOf(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

/** What a stopped database must not leave behind. */
export async function remains(dataDir: string): Promise<{ processes: number[]; locks: string[] }> {
  const files = await readdir(join(dataDir, 'postgres'));
  return {
    processes: await databaseProcesses(dataDir),
    locks: files.filter((name) => name === 'postmaster.pid' || name.startsWith('.s.PGSQL')),
  };
}

/** Waits until something is so; fails after 45 seconds. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + 45_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error(`not within 45 s: ${what}`);
    await sleep(20);
  }
}

export interface OtherProcess {
  process: ChildProcess;
  pid: number;
  output(): string;
  exit: Promise<number | null>;
}

interface How {
  purpose?: 'server' | 'tool';
  programs?: string;
  user?: { uid: number; gid: number };
}

/** Uses a data folder from another process, which has a process group of its own, as in a terminal. */
export function useElsewhere(
  dataDir: string,
  { purpose = 'server', programs, user }: How = {},
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

/** The same, once the database is open there. */
export async function openedElsewhere(dataDir: string, how: How = {}): Promise<OtherProcess> {
  const other = useElsewhere(dataDir, how);
  await until(`open in another process (${other.output()})`, () => {
    if (other.process.exitCode !== null) throw new Error(`it ended: ${other.output()}`);
    return other.output().startsWith('open');
  });
  return other;
}
