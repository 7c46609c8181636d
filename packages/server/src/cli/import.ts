import { opendir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { lossTexts, unsureTexts } from '@inkling/contract/import-losses';
import { importMaxBytes } from '@inkling/contract/imports';
import { countWords } from '@inkling/contract/words';
import { ZipFile } from 'yazl';
import {
  BookProblem,
  cleanFileName,
  findDuplicates,
  type Importer,
  proposedBook,
  readFileSafely,
  saveBook,
} from '../modules/imports/index.ts';
import { findUserByName } from '../modules/users/index.ts';
import type { AppContext } from '../platform/context.ts';
import { fromDatabase } from '../platform/db/db-errors.ts';
import { type Command, readArgs, UsageProblem, withAppContext } from './command.ts';

export const importCommand: Command = {
  name: 'import',
  usages: ['import FILE… --author USERNAME [--underline-as-italics]'],
  summary: 'Import EPUB, Word, OpenDocument, RTF, HTML, Markdown or text, or folders of these, as drafts.',
  async run(args, env) {
    const { values, positionals } = readArgs(args, {
      author: { type: 'string' },
      'underline-as-italics': { type: 'boolean' },
    });
    const author = values.author ?? '';
    if (positionals.length === 0) throw new UsageProblem('name the files to import.');
    if (author === '') throw new UsageProblem('name the author of the stories: --author USERNAME');
    return withAppContext(env, async (ctx) => {
      const importer = await findUserByName(ctx.db, author);
      if (importer === undefined) {
        process.stderr.write(`There is no user named ${author}. Sign up first, then import.\n`);
        return 1;
      }
      return importFiles(ctx, importer, positionals, values['underline-as-italics'] ?? false);
    });
  },
};

/** Imports each file completely or not at all; a file that fails does not stop the others. */
async function importFiles(
  ctx: AppContext,
  importer: Importer,
  files: string[],
  underlineAsItalics: boolean,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = () => stop.abort();
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  let failed = 0;
  try {
    for (const file of files) {
      if (stop.signal.aborted) break;
      if (!(await importFile(ctx, importer, file, { signal: stop.signal, underlineAsItalics }))) failed += 1;
    }
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
  if (stop.signal.aborted) process.stderr.write('Canceled. Nothing of the unfinished book was saved.\n');
  return failed > 0 || stop.signal.aborted ? 1 : 0;
}

async function importFile(
  ctx: AppContext,
  importer: Importer,
  path: string,
  options: { signal: AbortSignal; underlineAsItalics: boolean },
): Promise<boolean> {
  const name = cleanFileName(basename(resolve(path)));
  const { signal, underlineAsItalics } = options;
  try {
    const isFolder = (await stat(path)).isDirectory();
    const file = isFolder
      ? { name: `${name}.zip`, bytes: await zipOf(path) }
      : { name, bytes: await readFile(path) };
    const { book: found } = await readFileSafely(file, options);
    const book = proposedBook(found);
    const omitted = found.pieces.filter(({ proposal }) => proposal === 'omit');
    const duplicates = await findDuplicates(ctx.db, importer.id, book.title, null);
    await saveBook(ctx, importer, book, {
      signal,
      onChapters: (done, total) => showProgress(name, done, total),
    });
    const count = book.chapters.length;
    process.stdout.write(
      `${name}: “${book.title}”, ${count} ${count === 1 ? 'chapter' : 'chapters'}, is now a draft of ${importer.username}.\n`,
    );
    const sections = omitted.map(({ title, content }) => ({ title, words: countWords(content) }));
    for (const loss of lossTexts(found.losses, sections, underlineAsItalics))
      process.stdout.write(`${name}: ${loss}.\n`);
    if (found.series !== '')
      process.stdout.write(
        `${name}: The file says it’s part of the series “${found.series}”. The story wasn’t added to a series.\n`,
      );
    for (const text of Object.values(unsureTexts(found.unsure, book.language ?? 'en')))
      if (text !== '') process.stdout.write(`${name}: ${text}\n`);
    if (duplicates.length > 0)
      process.stdout.write(
        `${name}: ${importer.username} already had a story of this title. Now there are two.\n`,
      );
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    process.stderr.write(`${name}: ${reasonOf(error)} Nothing was saved.\n`);
    return false;
  }
}

/** The files of a folder as a zip, which is read as one book. */
async function zipOf(folder: string): Promise<Buffer> {
  const zip = new ZipFile();
  let size = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    size += (await stat(path)).size;
    if (size > importMaxBytes)
      throw new BookProblem(
        'TOO_LARGE',
        'Together, the files in this folder are larger than 20 MB. Leave out what isn’t text.',
      );
    zip.addFile(path, relative(folder, path).replaceAll(sep, '/'), { compress: false });
  }
  zip.end();
  return buffer(zip.outputStream);
}

function showProgress(name: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(
    `\r${name}: ${done} of ${total} chapters\u001b[K${done === total ? '\r\u001b[K' : ''}`,
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof BookProblem) return error.message;
  if (error instanceof Error && 'code' in error) {
    if (error.code === 'ENOENT') return 'There is no such file or folder.';
    if (error.code === 'EACCES') return 'You don’t have permission to read this file.';
  }
  // The database became unavailable during the import; its transaction was rolled back.
  const refusal = fromDatabase(error);
  if (refusal !== null) return refusal.message;
  throw error;
}
