import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import type { Cluster } from './cluster.ts';
import type { RunAs } from './os-user.ts';

/** sun_path holds 108 bytes on Linux and 104 elsewhere, including the terminating zero. */
const maxSocketPath = 103;
export const socketName = '.s.PGSQL.5432';

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketName)) <= maxSocketPath;

/**
 * The folder of the socket: the data folder, which only its owner may enter; or, if that path is too long for a
 * socket, a private folder of that owner. It depends only on the path, so that every process finds the socket.
 */
export function socketFolderFor(folder: string): string {
  if (fits(folder)) return folder;
  return join('/tmp', `inkling-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/** Creates the socket folder if it is not the data folder itself. */
export async function prepareSocketFolder({ folder, socketFolder, user }: Cluster): Promise<void> {
  if (socketFolder === folder || (await ensurePrivateFolder(socketFolder, user))) return;
  throw new StartupProblem(
    `The path ${folder} is too long for a socket, and ${socketFolder} couldn’t be created instead. Set DATA_DIR to a shorter path.`,
  );
}

/** Creates the folder, or accepts an existing one that only the database's user can write to. */
async function ensurePrivateFolder(path: string, user: RunAs | null): Promise<boolean> {
  try {
    const created = await mkdir(path, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (created && user !== null) await chown(path, user.uid, user.gid);
    const entry = await lstat(path);
    const owner = user?.uid ?? process.getuid?.();
    return entry.isDirectory() && entry.uid === owner && (entry.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Removes a separate socket folder once it is empty. */
export async function removeSocketFolder({ folder, socketFolder }: Cluster): Promise<void> {
  if (socketFolder !== folder) await rmdir(socketFolder).catch(() => {});
}
