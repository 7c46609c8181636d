import { brokenBook, noDetails, type PiecedBook, type ReadOptions } from '../book.ts';
import { decodeMarkup, decodeText } from '../encodings.ts';
import { readXhtml } from '../formats/html.ts';
import { addFile, assemblePieces, emptyText } from './assemble.ts';
import type { BookText } from './blocks.ts';
import { shownTitle } from './entries.ts';
import { readOwnExport } from './own-export.ts';
import { type BookPackage, coverOfBook, readPackage, readToc } from './package.ts';
import { labelsAmong } from './serials.ts';
import { headOf, ownSheets, readStyles, type Styles, sheetsOf } from './styles.ts';
import { type Archive, readArchive } from './zip.ts';

/**
 * Reads all text files of the spine as one sequence of blocks. Fails when a file is missing, since an incomplete book is
 * worse than none.
 */
async function readBookText(archive: Archive, book: BookPackage, options: ReadOptions): Promise<BookText> {
  const text = emptyText(options);
  const sheets = new Map<string, string>();
  const styles = new Map<string, Styles>();

  const stylesOf = async (head: string, path: string): Promise<Styles> => {
    const own = ownSheets(head);
    const paths = sheetsOf(head, path);
    const key = JSON.stringify([paths, own]);
    const cached = styles.get(key);
    if (cached) return cached;
    for (const sheet of paths) {
      if (sheets.has(sheet)) continue;
      const bytes = await archive.read(sheet);
      sheets.set(sheet, bytes === null ? '' : decodeText(bytes));
    }
    const read = readStyles([...paths.map((sheet) => sheets.get(sheet) ?? ''), ...own]);
    styles.set(key, read);
    return read;
  };

  for (const { path, linear } of book.spine) {
    const bytes = await archive.read(path);
    if (bytes === null) throw brokenBook(`the file “${path.split('/').at(-1)}” is missing from it.`);
    const markup = decodeMarkup(bytes);
    const file = readXhtml(markup, path, await stylesOf(headOf(markup), path));
    addFile(text, file, { path, linear });
  }
  return text;
}

/** Reads an EPUB 2 or 3. Fails with a BookProblem. */
export async function readEpub(bytes: Uint8Array, _: string, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, options);
  const book = await readPackage(archive);
  const own = await readOwnExport(archive, book);
  if (own !== null) return own;
  const toc = await readToc(archive, book);
  const named = new Set(toc.entries.map(({ target }) => target?.path));
  // A page outside of the reading order is read where the contents name it.
  for (const page of book.spine) page.linear ||= named.has(page.path);
  const text = await readBookText(archive, book, options);
  book.title = shownTitle(book.title, text, '');
  return {
    ...noDetails,
    format: 'epub',
    title: book.title,
    author: book.author,
    description: book.description,
    language: book.language,
    genres: book.subjects,
    series: book.series,
    ...labelsAmong(book.subjects),
    cover: await coverOfBook(archive, book),
    losses: text.losses,
    ...assemblePieces(text, toc, book),
  };
}
