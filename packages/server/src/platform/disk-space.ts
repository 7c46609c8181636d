import { statfs } from 'node:fs/promises';
import type { Config } from './config.ts';
import { storageFull } from './db/db-errors.ts';

/** The system is asked at most once in this time. */
const keptForMs = 1000;
const megabyte = 1024 * 1024;
/** PostgreSQL cannot go on without room for the next file of its log, which has 16 MB. */
const leastToWrite = 20 * megabyte;

/** `full`: writes fail, or are about to. `low`: less is free than `MIN_FREE_MB`. */
export type DiskState = 'ok' | 'low' | 'full';

const known = new WeakMap<Config, { until: number; state: Promise<DiskState> }>();

/** How much room the disk of DATA_DIR has; where the system does not tell, it counts as enough. */
export function diskState(config: Config): Promise<DiskState> {
  const now = performance.now();
  const last = known.get(config);
  if (last !== undefined && now < last.until) return last.state;
  const state = ask(config);
  known.set(config, { until: now + keptForMs, state });
  return state;
}

async function ask({ DATA_DIR, MIN_FREE_MB }: Config): Promise<DiskState> {
  const disk = await statfs(DATA_DIR).catch(() => null);
  if (disk === null) return 'ok';
  const free = disk.bavail * disk.bsize;
  if (free < leastToWrite) return 'full';
  return free < MIN_FREE_MB * megabyte ? 'low' : 'ok';
}

/** Refuses what would take much room when there is little (docs/product.md §1.6). */
export async function requireDiskSpace(config: Config): Promise<void> {
  if ((await diskState(config)) !== 'ok') throw storageFull();
}
