import { noDetails, type PiecedBook, type ReadOptions } from '../book.ts';
import { assemblePieces } from './assemble.ts';
import { readBookText } from './book-text.ts';
import { coverOfBook } from './cover.ts';
import { shownTitle } from './entries.ts';
import { readOwnExport } from './own-export.ts';
import { readPackage, readToc } from './package.ts';
import { labelsAmong } from './serials.ts';
import { readArchive } from './zip.ts';

/** Reads an EPUB 2 or 3. Fails with a BookProblem. */
export async function readEpub(bytes: Uint8Array, options: ReadOptions): Promise<PiecedBook> {
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
