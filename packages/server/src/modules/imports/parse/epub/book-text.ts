import { brokenBook } from '../book-problem.ts';
import { decodeMarkup, decodeText } from '../decode.ts';
import type { BookText } from './blocks.ts';
import type { BookPackage } from './package.ts';
import { resolveReference } from './paths.ts';
import { readStyles, type Styles } from './styles.ts';
import { readXhtml } from './xhtml.ts';
import type { Archive } from './zip.ts';

const headOf = (markup: string) => {
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

const ownSheets = (head: string) =>
  [...head.matchAll(/<style\b[^>]{0,2000}>([\s\S]*?)<\/style>/gi)].map((found) => found[1] ?? '');

/**
 * Reads all text files of the spine as one sequence of blocks. Fails when a file is missing, since an incomplete book is
 * worse than none.
 */
export async function readBookText(archive: Archive, book: BookPackage): Promise<BookText> {
  const text: BookText = {
    blocks: [],
    anchors: new Map(),
    files: [],
    losses: { images: 0, links: 0, tables: 0 },
  };
  const sheets = new Map<string, string>();
  const styles = new Map<string, Styles>();
  let notes = 0;

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
    const from = text.blocks.length;
    for (const block of file.blocks) {
      if (block.note >= 0) block.note += notes;
      text.blocks.push(block);
    }
    notes = file.blocks.reduce((max, block) => Math.max(max, block.note + 1), notes);
    for (const [key, range] of file.anchors)
      text.anchors.set(key, { ...range, from: range.from + from, to: range.to + from });
    for (const kind of ['images', 'links', 'tables'] as const) text.losses[kind] += file.losses[kind];
    text.files.push({ path, from, to: text.blocks.length, linear, title: file.title });
  }
  return text;
}
