import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ticksPerSecond = 100; // on Linux

interface Stat {
  parent: number;
  ticks: number;
  /** The ticks of children that have exited. */
  childTicks: number;
}

async function readStat(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may contain anything, so count the fields after it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number): number => fields[field - 3] ?? 0;
  return { parent: at(4), ticks: at(14) + at(15), childTicks: at(16) + at(17) };
}

/** The processes of one Inkling: the server, and the postmaster of its data folder with its children. */
export interface Measured {
  server: number;
  postmaster: number | null;
}

export async function readPostmasterPid(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || null;
}

async function findChildren(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await readStat(pid) })));
  return stats.filter(({ stat }) => stat?.parent === parent).map(({ pid }) => pid);
}

export interface ByProcess {
  server: number;
  database: number;
}

/** CPU time used so far, user and system. */
export async function cpuSeconds({ server, postmaster }: Measured): Promise<ByProcess> {
  const own = (await readStat(server))?.ticks ?? 0;
  if (postmaster === null) return { server: own / ticksPerSecond, database: 0 };
  const main = await readStat(postmaster);
  let ticks = (main?.ticks ?? 0) + (main?.childTicks ?? 0);
  for (const child of await findChildren(postmaster)) ticks += (await readStat(child))?.ticks ?? 0;
  return { server: own / ticksPerSecond, database: ticks / ticksPerSecond };
}

const kilobytes = (text: string | null, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0);

/** Memory in MB: the server's RSS, and the PSS of the database, which counts shared pages once. */
export async function memory({ server, postmaster }: Measured): Promise<ByProcess> {
  const own = await readFile(`/proc/${server}/status`, 'utf8').catch(() => null);
  let database = 0;
  for (const pid of postmaster === null ? [] : [postmaster, ...(await findChildren(postmaster))]) {
    database += kilobytes(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null), 'Pss');
  }
  return { server: kilobytes(own, 'VmRSS') / 1024, database: database / 1024 };
}
