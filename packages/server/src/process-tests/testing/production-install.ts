import { copyFile, link, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copySources } from './project-copy.ts';

const root = join(import.meta.dirname, '../../../../..');

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

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
  const lock = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  let packages = 0;
  for (const [path, entry] of Object.entries(lock.packages)) {
    const inProduction = path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link;
    if (!inProduction) continue;
    try {
      await linkFolder(join(root, path), join(folder, path));
      packages += 1;
    } catch (error) {
      // npm skips optional packages for other systems.
      if (!entry.optional) throw error;
    }
  }
  return { folder, packages };
}
