import { statfs } from 'node:fs/promises';
import type { Config } from './config.ts';
import { storageFull } from './db/db-errors.ts';

const megabyte = 1024 * 1024;
/** PostgreSQL stops without room for the next WAL segment, which has 16 MB. */
const minFreeBytes = 20 * megabyte;

/** `full`: writes fail or are about to. `low`: less than `MIN_FREE_MB` is free. */
export type DiskState = 'ok' | 'low' | 'full';

/** Free bytes on the disk of a folder; null if the system does not report it. */
export async function freeBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}

/** The free space on the disk of DATA_DIR; 'ok' if the system does not report it. */
export async function diskState({ DATA_DIR, MIN_FREE_MB }: Config): Promise<DiskState> {
  const free = await freeBytes(DATA_DIR);
  if (free === null) return 'ok';
  if (free < minFreeBytes) return 'full';
  return free < MIN_FREE_MB * megabyte ? 'low' : 'ok';
}

/** Call before an operation that needs much disk space: throws if little is free (docs/product/http.md#free-disk-space). */
export async function requireDiskSpace(config: Config): Promise<void> {
  if ((await diskState(config)) !== 'ok') throw storageFull();
}
