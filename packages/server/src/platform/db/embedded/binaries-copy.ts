import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** What only somebody who compiles against PostgreSQL would need; a third of the bundle's files. */
const unneeded = /\.a$|^pkgconfig$|^include$/;

/**
 * Copies the binaries to `place`, readable by every user and writable by us alone. A copy that is there is used
 * again when it is ours and whole. False when it cannot be made there (no permission, no space).
 */
export async function privateCopy(shipped: string, place: string): Promise<boolean> {
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  try {
    if (await isOurs(place)) {
      if (await isWhole(shipped, place)) return true;
      await rm(place, { recursive: true });
    } else if (await isThere(place)) return false;
    await copyTree(shipped, draft);
    await rename(draft, place).catch(async (error: unknown) => {
      if (!(await isOurs(place))) throw error;
    });
    return true;
  } catch {
    return false;
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** In a temporary folder anybody could have put a program under our name. */
async function isOurs(place: string): Promise<boolean> {
  try {
    const entry = await lstat(place);
    return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A sweeper of temporary folders may have taken single files, and the package may have been replaced. */
async function isWhole(shipped: string, place: string): Promise<boolean> {
  for (const entry of await readdir(shipped, { withFileTypes: true })) {
    if (unneeded.test(entry.name)) continue;
    const copied = join(place, entry.name);
    if (!(await isThere(copied))) return false;
    if (entry.isFile() && (await sizeOf(copied)) !== (await sizeOf(join(shipped, entry.name)))) return false;
    if (entry.isDirectory() && !(await isWhole(join(shipped, entry.name), copied))) return false;
  }
  return true;
}

const sizeOf = async (file: string): Promise<number> => (await lstat(file)).size;

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (unneeded.test(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else {
      await copyFile(source, target);
      await chmod(target, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
