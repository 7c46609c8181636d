import { addLosses, noDetails, type PiecedBook, type ReadOptions, textLimits } from '../book.ts';
import { assemblePieces } from '../epub/assemble.ts';
import { addFile, emptyText } from '../epub/book-text.ts';
import { isGutenberg } from '../gutenberg.ts';
import { cleanLine, plainOf } from '../lines.ts';
import { ownPieces } from '../sections.ts';
import { truncate } from '../titles.ts';
import { type DocumentPages, path } from './document-writer.ts';
import { type ownDetailsOf, ownSections } from './own-docx.ts';
import type { Properties } from './properties.ts';

/** A title that a program gave, not an author. */
const isGeneric = (title: string): boolean =>
  /^(?:microsoft word\b.*|(?:untitled|document|dokument|documento?)\s?\d*|.*\.(?:docx?|odt|rtf))$/i.test(
    title,
  );

/** A word processor's document as a book: by its headings, its chapter titles, or else its page breaks. */
export function readPages(
  format: 'docx' | 'odt' | 'rtf',
  document: DocumentPages,
  properties: Properties,
  name: string,
  options: ReadOptions,
  own: ReturnType<typeof ownDetailsOf> = null,
): PiecedBook {
  const text = emptyText(options);
  for (const page of document.pages) addFile(text, page, { path, linear: true });
  addFile(text, document.notes, { path, linear: false });
  text.isGutenberg = text.blocks.some(({ runs }) => isGutenberg(plainOf(runs)));
  addLosses(text.losses, document.losses);
  const [first = '', ...others] = document.titles.map(cleanLine).filter((title) => title !== '');
  const stated = isGeneric(properties.title) ? '' : properties.title;
  const title = truncate((others.length === 0 ? first : '') || stated || name, textLimits.title);
  const { author, description, language, keywords } = properties;
  const book = {
    ...noDetails,
    format,
    title,
    author,
    description: truncate(description, textLimits.description),
    language,
    genres: keywords,
    losses: text.losses,
  };
  if (own !== null)
    return { ...book, ...own, pieces: ownPieces(ownSections(text.blocks, book)), seen: [], isExact: true };
  return {
    ...book,
    ...assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] }),
  };
}
