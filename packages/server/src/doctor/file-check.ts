import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseFileName } from '@inkling/contract/files';
import { day } from '../platform/clock.ts';
import { type Finding, ok, type Site, warning } from './check.ts';
import { stemsOf } from './doctor.queries.ts';

const folders = Array.from({ length: 256 }, (_none, index) => index.toString(16).padStart(2, '0'));

/** A file this young may be of an upload whose row is not there yet. */
const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > day;
};

/**
 * Compares the files of images with their rows, one folder at a time. Nothing shows files without a row, and nothing
 * removes them; a row without its file is an image that people miss.
 */
export async function checkFiles({ db, config, storage }: Site): Promise<Finding> {
  if (config.S3_BUCKET !== undefined) {
    await storage.open('probe-0.webp');
    return ok('the bucket answers; its files are not counted');
  }
  let [images, orphaned, missing] = [0, 0, 0];
  for (const folder of folders) {
    const path = join(config.DATA_DIR, 'files', folder);
    const names = await readdir(path).catch(() => []);
    const rows = await stemsOf(db, folder);
    const known = new Set(rows.map(({ stem }) => stem));
    const stored = new Set<string>();
    for (const name of names) {
      const stem = parseFileName(name)?.stem;
      if (stem !== undefined) stored.add(stem);
      if ((stem === undefined || !known.has(stem)) && (await isOld(join(path, name)))) orphaned += 1;
    }
    images += rows.length;
    missing += rows.filter(({ stem, isOwned }) => isOwned && !stored.has(stem)).length;
  }
  const counted = `${images.toLocaleString('en')} images`;
  if (missing > 0)
    return warning(
      `${counted}, ${missing.toLocaleString('en')} of them without their file`,
      'Restore DATA_DIR/files from the backup that belongs to this database.',
    );
  if (orphaned > 0)
    return warning(
      `${counted}, and ${orphaned.toLocaleString('en')} files that belong to none`,
      'They only take up space. Restoring an older backup leaves such files behind.',
    );
  return ok(`${counted}, no file without one`);
}
