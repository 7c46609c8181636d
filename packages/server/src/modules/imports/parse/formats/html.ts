import { noDetails, type PiecedBook } from '../book.ts';
import { assemblePieces } from '../epub/assemble.ts';
import { addFile, emptyText, headOf, ownSheets } from '../epub/book-text.ts';
import { readStyles } from '../epub/styles.ts';
import { readXhtml } from '../epub/xhtml.ts';
import { cleanLine } from '../lines.ts';

const path = 'page.html';

/** Whether decoded text is a web page. */
export const isHtml = (text: string): boolean =>
  /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!doctype html|<html\b)/i.test(
    text.slice(0, 4000).replace(/^[\uFEFF\s]+/, ''),
  );

/** Parses a story in one web page, as word processors save it: chapters by its headings. `name` is the fallback title. */
export function readHtml(markup: string, name: string): PiecedBook {
  const file = readXhtml(markup, path, readStyles(ownSheets(headOf(markup))));
  const metaOf = (name: string) => cleanLine(file.metas.get(name) ?? '');
  const title = file.title || name;
  const text = emptyText();
  addFile(text, file, { path, linear: true });
  const author = metaOf('author') || null;
  return {
    ...noDetails,
    format: 'html',
    title,
    author,
    description: metaOf('description'),
    language: file.language,
    genres: metaOf('keywords')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    losses: text.losses,
    pieces: assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] }),
  };
}
