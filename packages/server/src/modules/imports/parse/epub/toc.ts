import { BookProblem } from '../book-problem.ts';
import { cleanLine } from '../lines.ts';
import { truncate } from '../titles.ts';
import type { BookPackage } from './package.ts';
import { resolveReference, type Target } from './paths.ts';
import { childNamed, elementsNamed, readXml, type XmlElement } from './xml.ts';
import type { Archive } from './zip.ts';

/** One entry of a table of contents, in its original order; depth starts at 0. */
interface TocEntry {
  title: string;
  /** Null for a heading without a link. */
  target: Target | null;
  depth: number;
}

/** The table of contents, and the landmarks with their types. */
export interface Toc {
  entries: TocEntry[];
  landmarks: { type: string; target: Target }[];
}

const titleOf = (text: string) => truncate(cleanLine(text), 400);

const typesOf = (element: XmlElement) => (element.attributes.type ?? '').split(/\s+/);

/** The entries of a list, which is `ol` of a nav document or `navMap` of an NCX in the file `from`. */
const entriesIn = (list: XmlElement, from: string, depth = 0): TocEntry[] =>
  list.children.flatMap((item) => {
    if (item.name !== 'li' && item.name !== 'navPoint') return [];
    const label = childNamed(item, 'a', 'span', 'p', 'navLabel');
    const link = childNamed(item, 'a', 'content') ?? elementsNamed(label, 'a')[0];
    const href = link?.attributes.href ?? link?.attributes.src;
    const target = href === undefined ? null : resolveReference(from, href);
    return [
      ...((label ?? link) ? [{ title: titleOf(label?.text ?? ''), target, depth }] : []),
      ...entriesIn(childNamed(item, 'ol', 'ul') ?? item, from, depth + 1),
    ];
  });

function tocOf(bytes: Uint8Array, path: string): Toc {
  const root = readXml(bytes, 'table of contents');
  const navs = elementsNamed(root, 'nav');
  const navOf = (type: string) => navs.find((nav) => typesOf(nav).includes(type));
  const list = elementsNamed(navOf('toc') ?? navs[0], 'ol')[0] ?? elementsNamed(root, 'navMap')[0];
  const landmarks = elementsNamed(navOf('landmarks'), 'a').flatMap((link) => {
    const target = resolveReference(path, link.attributes.href ?? '');
    return target === null ? [] : typesOf(link).map((type) => ({ type, target }));
  });
  return { entries: list ? entriesIn(list, path) : [], landmarks };
}

/** Reads the table of contents from the nav document (EPUB 3), else from the NCX (EPUB 2); empty if there is none. */
export async function readToc(archive: Archive, book: BookPackage): Promise<Toc> {
  for (const path of [book.nav, book.ncx]) {
    const bytes = path === null ? null : await archive.read(path);
    if (bytes === null || path === null) continue;
    try {
      const toc = tocOf(bytes, path);
      if (toc.entries.length > 0) return toc;
    } catch (error) {
      // Ignore an unreadable table of contents: chapters are then found by the headings in the text.
      if (!(error instanceof BookProblem) || error.code !== 'BROKEN') throw error;
    }
  }
  return { entries: [], landmarks: [] };
}
