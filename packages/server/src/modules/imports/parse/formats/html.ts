import type { PiecedBook } from '../book.ts';
import { assemblePieces } from '../epub/assemble.ts';
import { addFile, emptyText, headOf, ownSheets } from '../epub/book-text.ts';
import { readStyles } from '../epub/styles.ts';
import { readXhtml } from '../epub/xhtml.ts';
import { decodeEntities } from '../html-text.ts';
import { cleanLine } from '../lines.ts';

const path = 'page.html';

const metaOf = (head: string, name: string): string => {
  const tags = head.match(/<meta\b[^>]{0,2000}>/gi) ?? [];
  const tag = tags.find((one) => new RegExp(`\\bname\\s*=\\s*["']?${name}["'\\s>]`, 'i').test(one)) ?? '';
  const content = /\bcontent\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(tag);
  return cleanLine(decodeEntities(content?.[1] ?? content?.[2] ?? ''));
};

/** Whether decoded text is a web page. */
export const isHtml = (text: string): boolean =>
  /^(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!doctype html|<html\b)/i.test(
    text.slice(0, 4000).replace(/^[\uFEFF\s]+/, ''),
  );

/** Parses a story in one web page, as word processors save it: chapters by its headings. `name` is the fallback title. */
export function readHtml(markup: string, name: string): PiecedBook {
  const head = headOf(markup);
  const file = readXhtml(markup, path, readStyles(ownSheets(head)));
  const title = file.title || name;
  const text = emptyText();
  addFile(text, file, { path, linear: true });
  const author = metaOf(head, 'author') || null;
  const language = /<html\b[^>]{0,2000}?\blang\s*=\s*["']?([\w-]+)/i.exec(head)?.[1] ?? null;
  return {
    format: 'html',
    title,
    author,
    description: metaOf(head, 'description'),
    language,
    genres: metaOf(head, 'keywords')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    status: null,
    cover: null,
    losses: text.losses,
    pieces: assemblePieces(text, { entries: [], landmarks: [] }, { title, author, guide: [] }),
  };
}
