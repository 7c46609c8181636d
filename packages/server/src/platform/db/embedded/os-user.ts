import { chmod, chown, lstat, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { StartupProblem } from '../../startup-problem.ts';
import { currentUserName } from './failures.ts';

/** The system user that PostgreSQL runs as. */
export interface RunAs {
  uid: number;
  gid: number;
}

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * PostgreSQL refuses to run as root, so a server that runs as root starts it as another user: the cluster's owner,
 * else DATA_DIR's, else `postgres` or `nobody`. No user is created. Null means the current user.
 */
export async function chooseUser(dataDir: string, cluster: string): Promise<RunAs | null> {
  const owner = await ownerOf(cluster);
  if (!isRoot()) {
    if (owner !== null && owner.uid !== process.getuid?.()) {
      throw new StartupProblem(
        `The database in ${dataDir} belongs to the user ${await nameOf(owner.uid)}, but Inkling runs as ${currentUserName()}. Run Inkling as ${await nameOf(owner.uid)}, or set DATA_DIR to another folder.`,
      );
    }
    return null;
  }
  for (const candidate of [
    owner,
    await ownerOf(dataDir),
    await userNamed('postgres'),
    await userNamed('nobody'),
  ]) {
    if (candidate !== null && candidate.uid !== 0) return candidate;
  }
  throw new StartupProblem(
    'The database can’t run as root, and this system has no user named postgres or nobody. Run Inkling as an ordinary user.',
  );
}

async function ownerOf(path: string): Promise<RunAs | null> {
  try {
    const { uid, gid } = await stat(path);
    return { uid, gid };
  } catch {
    return null;
  }
}

async function accounts(): Promise<string[][]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.split(':'));
}

async function userNamed(name: string): Promise<RunAs | null> {
  const account = (await accounts()).find((fields) => fields[0] === name);
  return account === undefined ? null : { uid: Number(account[2]), gid: Number(account[3]) };
}

async function nameOf(uid: number): Promise<string> {
  const account = (await accounts()).find((fields) => Number(fields[2]) === uid);
  return account?.[0] ?? `user ${uid}`;
}

/** The first folder on the path to `folder` (inclusive) that `user` may not traverse, or null. */
export async function inaccessibleFolder(folder: string, user: RunAs): Promise<string | null> {
  const parent = dirname(folder);
  const inaccessible = parent === folder ? null : await inaccessibleFolder(parent, user);
  if (inaccessible !== null) return inaccessible;
  const { uid, gid, mode } = await stat(folder);
  const mayTraverse = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
  return mayTraverse ? null : folder;
}

/** Makes a cluster that root copied here usable again: gives root's files to `user` and closes it to others. */
export async function claimCluster(cluster: string, user: RunAs | null): Promise<void> {
  const { uid, mode } = await stat(cluster);
  if (user !== null && uid === 0) await chownTree(cluster, user);
  if ((mode & 0o027) !== 0) await chmod(cluster, 0o700);
}

async function chownTree(path: string, user: RunAs): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  await chown(path, user.uid, user.gid);
  if (!entry.isDirectory()) return;
  for (const name of await readdir(path)) await chownTree(join(path, name), user);
}
