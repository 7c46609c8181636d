import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Linux counts processor time in hundredths of a second. */
const ticksPerSecond = 100;

interface Stat {
  parent: number;
  ticks: number;
  /** Of children that have ended. */
  childTicks: number;
}

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name in parentheses may hold anything, so count from behind it.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const at = (field: number): number => fields[field - 3] ?? 0;
  return { parent: at(4), ticks: at(14) + at(15), childTicks: at(16) + at(17) };
}

/** What one Inkling consists of: its server, and the postmaster of its data folder with all its processes. */
export interface Measured {
  server: number;
  postmaster: number | null;
}

export async function postmasterOf(dataDir: string): Promise<number | null> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || null;
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const stats = await Promise.all(pids.map(async (pid) => ({ pid, stat: await statOf(pid) })));
  return stats.filter(({ stat }) => stat?.parent === parent).map(({ pid }) => pid);
}

export interface CpuSeconds {
  server: number;
  database: number;
}

/** Processor time used so far, user and system. */
export async function cpuSeconds({ server, postmaster }: Measured): Promise<CpuSeconds> {
  const own = (await statOf(server))?.ticks ?? 0;
  if (postmaster === null) return { server: own / ticksPerSecond, database: 0 };
  const main = await statOf(postmaster);
  let ticks = (main?.ticks ?? 0) + (main?.childTicks ?? 0);
  for (const child of await childrenOf(postmaster)) ticks += (await statOf(child))?.ticks ?? 0;
  return { server: own / ticksPerSecond, database: ticks / ticksPerSecond };
}

const kilobytes = (text: string | null, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text ?? '')?.[1] ?? 0);

/** Megabytes of memory: what the server holds, and the database's processes with shared pages counted once. */
export async function memory({ server, postmaster }: Measured): Promise<CpuSeconds> {
  const own = await readFile(`/proc/${server}/status`, 'utf8').catch(() => null);
  let database = 0;
  for (const pid of postmaster === null ? [] : [postmaster, ...(await childrenOf(postmaster))]) {
    database += kilobytes(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => null), 'Pss');
  }
  return { server: kilobytes(own, 'VmRSS') / 1024, database: database / 1024 };
}
