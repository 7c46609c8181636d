import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  link,
  mkdir,
  open,
  readFile,
  realpath,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import { codeOf, currentUserName } from './failures.ts';
import { isRoot, type RunAs } from './os-user.ts';

/** Makes DATA_DIR when it is not there, private from the first moment; answers its real path. */
export async function prepareDataFolder(dataDir: string): Promise<{ folder: string; made: boolean }> {
  const made = await makeFolder(dataDir, 0o700);
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  return { folder: await realpath(dataDir), made };
}

/** Answers whether it had to be made. Node's own recursive `mkdir` never ends where no folder can be made (/proc). */
async function makeFolder(path: string, mode: number): Promise<boolean> {
  if (await isFolder(path)) return false;
  const above = dirname(path);
  if (above !== path) await makeFolder(above, 0o777);
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    // Two that start at once.
    if (codeOf(error) === 'EEXIST') return false;
    throw codeOf(error) === 'ENOENT' ? cannotBeMade(path, error) : error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' });
}

const cannotBeMade = (dataDir: string, cause: unknown): StartupProblem =>
  new StartupProblem(`The folder ${dataDir} cannot be made there. Set DATA_DIR to another folder.`, 78, {
    cause,
  });

/** Lets the database's user pass through a folder that root has just made, and nobody else. */
export async function allowTraversal(folder: string, user: RunAs): Promise<void> {
  await chown(folder, 0, user.gid);
  await chmod(folder, 0o710);
}

/** In a folder that belongs to an ordinary user, root leaves no file that this user could not use later. */
export async function matchOwnerOf(folder: string, file: string): Promise<void> {
  if (!isRoot()) return;
  const { uid, gid } = await stat(folder);
  if (uid !== 0) await chown(file, uid, gid);
}

/**
 * A password or key: 32 random bytes in a file that its owner alone may read. Two processes that make it at once get the
 * same one. `needed` says that a cluster exists, whose password no new one could replace.
 */
export async function secretOf(dataDir: string, name: string, needed: boolean): Promise<string> {
  const file = join(dataDir, name);
  const existing = await readSecret(file, dataDir);
  if (existing !== null) return existing;
  if (needed) {
    throw new StartupProblem(
      `${file} is missing, and without it the database beside it cannot be opened. Put it back from the same backup as the database, or set DATA_DIR to another folder.`,
      78,
    );
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await matchOwnerOf(dataDir, draft);
    await link(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
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
    if (codeOf(error) === 'ENOENT') return null;
    if (codeOf(error) !== 'EACCES' && codeOf(error) !== 'EPERM') throw error;
    throw new StartupProblem(
      `${file} belongs to another user than ${currentUserName()}. Run Inkling as the user who owns ${dataDir}, or set DATA_DIR to another folder.`,
      78,
    );
  }
}
