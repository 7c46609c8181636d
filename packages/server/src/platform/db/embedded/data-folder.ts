import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  link,
  lstat,
  mkdir,
  open,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import type { Cluster } from './cluster.ts';
import { currentUserName, errorCode } from './failures.ts';
import { isRoot, type RunAs } from './os-user.ts';

/** Creates DATA_DIR if needed, private from the start; returns its real path. */
export async function prepareDataFolder(dataDir: string): Promise<{ folder: string; created: boolean }> {
  await mkdir(dirname(dataDir), { recursive: true });
  const created = await mkdir(dataDir, { mode: 0o700 }).then(
    () => true,
    (cause: unknown) => {
      if (errorCode(cause) === 'EEXIST') return false;
      if (errorCode(cause) !== 'ENOENT') throw cause;
      const message = `The folder ${dataDir} can’t be created. Set DATA_DIR to another folder.`;
      throw new StartupProblem(message, { cause });
    },
  );
  // With `/.`, a file is not a folder.
  await access(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  return { folder: await realpath(dataDir), created };
}

/** Lets only the database's user traverse a folder that root has just created. */
export async function allowTraversal(folder: string, user: RunAs): Promise<void> {
  await chown(folder, 0, user.gid);
  await chmod(folder, 0o710);
}

/** As root, gives a file to the owner of its folder, so that this user can still use it later. */
export async function matchOwnerOf(folder: string, file: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await chown(file, uid, gid);
}

/**
 * A password or key: 32 random bytes in a file that only its owner may read. Processes that create it at the same time
 * get the same one. `mustExist` is set for an existing cluster, whose password a new one could not replace.
 */
export async function readOrCreateSecret(dataDir: string, name: string, mustExist: boolean): Promise<string> {
  const file = join(dataDir, name);
  const existing = await readSecret(file, dataDir);
  if (existing !== null) return existing;
  if (mustExist) {
    throw new StartupProblem(
      `${file} is missing, and the database next to it can’t be opened without it. Restore it from the same backup as the database, or set DATA_DIR to another folder.`,
    );
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await matchOwnerOf(dataDir, draft);
    await link(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return (await readSecret(file, dataDir)) ?? '';
}

async function readSecret(file: string, dataDir: string): Promise<string | null> {
  try {
    const secret = (await readFile(file, 'utf8')).trim();
    if ((await stat(file)).mode & 0o077) await chmod(file, 0o600);
    return secret;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    if (errorCode(error) !== 'EACCES' && errorCode(error) !== 'EPERM') throw error;
    throw new StartupProblem(
      `${file} does not belong to the user ${currentUserName()}. Run Inkling as the user who owns ${dataDir}, or set DATA_DIR to another folder.`,
    );
  }
}

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
