import { copyFile, link, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { copyOfSources } from './private-copy.ts';

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

/** A folder's files again, sharing the disk where they can. The packages inside it are left to their own entries. */
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
 * The built project with the packages that `npm ci --omit=dev` installs, and no others, as package-lock.json lists
 * them. They are files of the folder itself: through a link, a package would find what is installed beside it.
 */
export async function productionCopy(): Promise<{ folder: string; packages: number }> {
  const folder = await copyOfSources();
  const lock = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  let packages = 0;
  for (const [path, entry] of Object.entries(lock.packages)) {
    const inProduction = path.includes('node_modules/') && !entry.dev && !entry.devOptional && !entry.link;
    if (!inProduction) continue;
    try {
      await linkFolder(join(root, path), join(folder, path));
      packages += 1;
    } catch (error) {
      // npm leaves out what is for other systems.
      if (!entry.optional) throw error;
    }
  }
  return { folder, packages };
}
