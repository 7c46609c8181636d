import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileName, parseFileName } from '@inkling/contract/files';
import { auditCounters, type WrongCounter } from '../modules/admin/index.ts';
import { checkTexts } from '../modules/chapters/index.ts';
import { day } from '../platform/clock.ts';
import { type Finding, ok, problem, type Site, warning } from './check.ts';
import { sampleUploads, stemsOf } from './doctor.queries.ts';

const number = (value: number) => value.toLocaleString('en');

const line = ({ table, key, counter, stored, counted }: WrongCounter): string =>
  counter === null
    ? `${table} has no row ${key.join(' ')}, but there are rows to count`
    : `${table} ${key.join(' ')}: ${counter} is ${stored}, but the rows add up to ${counted}`;

const maxLines = 100;

/** The counters, balances of ink among them: of all rows in an audit, otherwise of some rows of each table. */
export async function checkCounters({ db, modules, isAudit }: Site): Promise<Finding> {
  let [rows, wrong] = [0, 0];
  const lines: string[] = [];
  for await (const batch of auditCounters({ db, modules }, isAudit ? {} : { sample: sampleSize })) {
    rows += batch.rows;
    wrong += batch.wrong.length;
    lines.push(...batch.wrong.slice(0, maxLines - lines.length).map(line));
  }
  const checked = isAudit ? `of ${number(rows)} rows` : `of a sample of ${number(rows)} rows`;
  if (wrong === 0) return ok(`all ${checked} are correct`);
  return problem(
    `${number(wrong)} ${checked} ${wrong === 1 ? 'is' : 'are'} wrong`,
    'This is a fault in Inkling or in the database. Please report it with these lines (docs/operating.md#checking-counters).',
    lines,
  );
}

/** Versions of chapters, at random, whose text is not as it was saved; a damaged page of the database fails here too. */
export async function checkChapterTexts({ db }: Site): Promise<Finding> {
  const { checked, damaged } = await checkTexts(db, sampleSize);
  const sample = `of a sample of ${number(checked)} chapter versions`;
  if (damaged.length === 0) return ok(`all ${sample} are as they were saved`);
  return problem(
    `${number(damaged.length)} ${sample} ${damaged.length === 1 ? 'is' : 'are'} damaged`,
    'The database’s disk or memory is faulty. Restore an earlier backup on another machine.',
    damaged.map(({ chapterId, version }) => `chapter ${chapterId}, version ${version}`),
  );
}

const folders = Array.from({ length: 256 }, (_none, index) => index.toString(16).padStart(2, '0'));

/** A file this young may be of an upload whose row is not there yet. */
const isOld = async (path: string): Promise<boolean> => {
  const found = await stat(path).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs > day;
};

const sampleSize = 100;

/** Whether the bucket has the files of some images; of all of them in an audit. */
async function checkBucket({ db, storage, isAudit }: Site): Promise<Finding> {
  await storage.open('probe-0.webp');
  const images = await sampleUploads(db, isAudit ? null : sampleSize);
  const missing: string[] = [];
  for (const { stem, width } of images) {
    const name = fileName(stem, width);
    const file = await storage.open(name);
    if (file === null) missing.push(name);
    else file.stream.destroy();
  }
  const checked = `the bucket answers; ${isAudit ? 'of all' : 'of a sample of'} ${images.length.toLocaleString('en')} images`;
  if (missing.length === 0) return ok(`${checked}, none is missing`);
  return warning(
    `${checked}, ${missing.length.toLocaleString('en')} ${missing.length === 1 ? 'is' : 'are'} missing`,
    'Restore the bucket, or restore a backup, which contains the image files.',
    missing.slice(0, sampleSize),
  );
}

/**
 * Compares the files of images with their rows, one folder at a time. Nothing shows files without a row, and nothing
 * removes them; a row without its file is an image that people miss.
 */
export async function checkFiles(site: Site): Promise<Finding> {
  const { db, config } = site;
  if (config.S3_BUCKET !== undefined) return checkBucket(site);
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
