import { brokenBook, type ReadOptions } from '../book.ts';
import { decodeMarkup, decodeText } from '../encodings.ts';
import { addFile, emptyText } from '../pages.ts';
import type { BookText } from './blocks.ts';
import type { BookPackage } from './package.ts';
import { readStyles, type Styles } from './styles.ts';
import { readXhtml } from './xhtml.ts';
import { type Archive, resolveReference } from './zip.ts';

/** The head of a page: all before its body, at most 200,000 characters. */
export const headOf = (markup: string): string => {
  const end = markup.search(/<body[\s>]/i);
  return markup.slice(0, end < 0 ? 20_000 : Math.min(end, 200_000));
};

function sheetsOf(head: string, path: string): string[] {
  const links = head.match(/<link\b[^>]{0,2000}>/gi) ?? [];
  return links.flatMap((link) => {
    const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(link);
    if (!/stylesheet/i.test(link) || href === null) return [];
    return resolveReference(path, href[1] ?? href[2] ?? '')?.path ?? [];
  });
}

/** The style sheets inside a page's head. */
export const ownSheets = (head: string): string[] =>
  [...head.matchAll(/<style\b[^>]{0,2000}>([\s\S]*?)<\/style>/gi)].map((found) => found[1] ?? '');

/**
 * Reads all text files of the spine as one sequence of blocks. Fails when a file is missing, since an incomplete book is
 * worse than none.
 */
export async function readBookText(
  archive: Archive,
  book: BookPackage,
  options: ReadOptions,
): Promise<BookText> {
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
