import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { productionPackages } from '../../../../../scripts/release/production-packages.ts';
import { copySources } from './project-copy.ts';

const root = join(import.meta.dirname, '../../../../..');

/** Copies a package by hard links where possible. Nested packages have their own entries in the lock file. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (!entry.isDirectory()) await link(source, target).catch(() => copyFile(source, target));
    else if (entry.name !== 'node_modules') await linkFolder(source, target);
  }
}

/**
 * Copies the built project with exactly the packages that `npm ci --omit=dev` installs, by package-lock.json. They
 * are not symbolic links, through which a package would find the dev dependencies of the original folder.
 */
export async function createProductionInstall(): Promise<{ folder: string; packages: number }> {
  const folder = await copySources();
  let packages = 0;
  for (const { path, optional } of productionPackages(join(root, 'package-lock.json'))) {
    try {
      await linkFolder(join(root, path), join(folder, path));
      packages += 1;
    } catch (error) {
      // npm skips optional packages for other systems.
      if (!optional) throw error;
    }
  }
  return { folder, packages };
}
