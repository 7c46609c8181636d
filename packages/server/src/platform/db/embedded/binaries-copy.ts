import { randomBytes } from 'node:crypto';
import { chmod, copyFile, lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Only needed to compile against PostgreSQL; a third of the files of the bundle. */
const excluded = /\.a$|^pkgconfig$|^include$/;

/**
 * Copies the binaries to `target`, readable by every user and writable only by this one. Reuses an existing copy that
 * belongs to this user and is complete. Returns false if the copy fails (no permission, no space).
 */
export async function privateCopy(shipped: string, target: string): Promise<boolean> {
  const draft = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    if (await isOwnFolder(target)) {
      if (await isComplete(shipped, target)) return true;
      await rm(target, { recursive: true });
    } else if (await exists(target)) return false;
    await copyTree(shipped, draft);
    await rename(draft, target).catch(async (error: unknown) => {
      if (!(await isOwnFolder(target))) throw error;
    });
    return true;
  } catch {
    return false;
  } finally {
    await rm(draft, { recursive: true, force: true }).catch(() => {});
  }
}

export const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Any user could have created a folder of this name in a temporary folder. */
async function isOwnFolder(target: string): Promise<boolean> {
  try {
    const entry = await lstat(target);
    return entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** A cleaner of temporary folders may have removed files, and the package may have been updated. */
async function isComplete(shipped: string, target: string): Promise<boolean> {
  for (const entry of await readdir(shipped, { withFileTypes: true })) {
    if (excluded.test(entry.name)) continue;
    const copied = join(target, entry.name);
    if (!(await exists(copied))) return false;
    if (entry.isFile() && (await sizeOf(copied)) !== (await sizeOf(join(shipped, entry.name)))) return false;
    if (entry.isDirectory() && !(await isComplete(join(shipped, entry.name), copied))) return false;
  }
  return true;
}

const sizeOf = async (file: string): Promise<number> => (await lstat(file)).size;

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (excluded.test(entry.name)) continue;
    const [source, copied] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyTree(source, copied);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), copied);
    else {
      await copyFile(source, copied);
      await chmod(copied, (await lstat(source)).mode & 0o100 ? 0o755 : 0o644);
    }
  }
}
