import { noDetails, type PiecedBook, type ReadOptions } from '../book.ts';
import { assemblePieces } from './assemble.ts';
import { readBookText } from './book-text.ts';
import { coverOfBook } from './cover.ts';
import { readOwnExport } from './own-export.ts';
import { readPackage } from './package.ts';
import { readToc } from './toc.ts';
import { readArchive } from './zip.ts';

/** Reads an EPUB 2 or 3. Fails with a BookProblem. */
export async function readEpub(bytes: Uint8Array, options: ReadOptions): Promise<PiecedBook> {
  const archive = await readArchive(bytes, options);
  const book = await readPackage(archive);
  const own = await readOwnExport(archive, book);
  if (own !== null) return own;
  const text = await readBookText(archive, book, options);
  const toc = await readToc(archive, book);
  return {
    ...noDetails,
    format: 'epub',
    title: book.title,
    author: book.author,
    description: book.description,
    language: book.language,
    genres: book.subjects,
    cover: await coverOfBook(archive, book),
    losses: text.losses,
    pieces: assemblePieces(text, toc, book),
  };
}
