import { createHash } from 'node:crypto';
import { chown, lstat, mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import type { Cluster } from './cluster.ts';
import type { RunAs } from './os-user.ts';

/** sun_path holds 108 bytes on Linux and 104 elsewhere, the closing zero included. */
const maxSocketPath = 103;
export const socketName = '.s.PGSQL.5432';

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketName)) <= maxSocketPath;

/**
 * Where the socket is: in the data folder, which its owner alone may enter; or, where that path is too long for a
 * socket, in a private folder of that owner. The place depends on nothing but the path, so that every process
 * finds the one that runs.
 */
export function socketFolderFor(folder: string): string {
  if (fits(folder)) return folder;
  return join('/tmp', `inkling-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
}

/** Makes the socket's folder where it is not the data folder itself. */
export async function readySocketFolder({ folder, socketFolder, user }: Cluster): Promise<void> {
  if (socketFolder === folder || (await isPrivateFolder(socketFolder, user))) return;
  throw new StartupProblem(
    `The path ${folder} is too long for a socket, and ${socketFolder} could not be made instead. Set DATA_DIR to a shorter path.`,
    78,
  );
}

/** Makes the folder, or accepts one that is there if nobody but the database's user can have put things into it. */
async function isPrivateFolder(path: string, user: RunAs | null): Promise<boolean> {
  try {
    const made = await mkdir(path, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (made && user !== null) await chown(path, user.uid, user.gid);
    const entry = await lstat(path);
    const owner = user?.uid ?? process.getuid?.();
    return entry.isDirectory() && entry.uid === owner && (entry.mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/** Takes a temporary socket folder away again once nothing is in it. */
export async function removeSocketFolder({ folder, socketFolder }: Cluster): Promise<void> {
  if (socketFolder !== folder) await rmdir(socketFolder).catch(() => {});
}
