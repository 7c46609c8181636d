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

function navEntries(list: XmlElement, from: string, depth: number, entries: TocEntry[]): void {
  for (const item of list.children) {
    if (item.name !== 'li') continue;
    const label = childNamed(item, 'a', 'span', 'p');
    const link = label?.name === 'a' ? label : label && elementsNamed(label, 'a')[0];
    const href = link?.attributes.href;
    const title = titleOf(label?.text ?? '');
    if (label)
      entries.push({ title, target: href === undefined ? null : resolveReference(from, href), depth });
    const inner = childNamed(item, 'ol', 'ul');
    if (inner) navEntries(inner, from, depth + 1, entries);
  }
}

function readNav(bytes: Uint8Array, path: string): Toc {
  const root = readXml(bytes, 'table of contents');
  const navs = elementsNamed(root, 'nav');
  const toc = navs.find((nav) => typesOf(nav).includes('toc')) ?? navs[0];
  const entries: TocEntry[] = [];
  const list = toc && elementsNamed(toc, 'ol')[0];
  if (list) navEntries(list, path, 0, entries);
  const marks = navs.find((nav) => typesOf(nav).includes('landmarks'));
  const landmarks = (marks ? elementsNamed(marks, 'a') : []).flatMap((link) => {
    const target = resolveReference(path, link.attributes.href ?? '');
    return target === null ? [] : typesOf(link).map((type) => ({ type, target }));
  });
  return { entries, landmarks };
}

function ncxEntries(parent: XmlElement, from: string, depth: number, entries: TocEntry[]): void {
  for (const point of parent.children) {
    if (point.name !== 'navPoint') continue;
    const src = childNamed(point, 'content')?.attributes.src;
    entries.push({
      title: titleOf(childNamed(point, 'navLabel')?.text ?? ''),
      target: src === undefined ? null : resolveReference(from, src),
      depth,
    });
    ncxEntries(point, from, depth + 1, entries);
  }
}

function readNcx(bytes: Uint8Array, path: string): Toc {
  const root = readXml(bytes, 'table of contents');
  const map = elementsNamed(root, 'navMap')[0];
  const entries: TocEntry[] = [];
  if (map) ncxEntries(map, path, 0, entries);
  return { entries, landmarks: [] };
}

/** Reads the table of contents from the nav document (EPUB 3), else from the NCX (EPUB 2); empty if there is none. */
export async function readToc(archive: Archive, book: BookPackage): Promise<Toc> {
  const sources = [
    { path: book.nav, read: readNav },
    { path: book.ncx, read: readNcx },
  ];
  for (const { path, read } of sources) {
    const bytes = path === null ? null : await archive.read(path);
    if (bytes === null || path === null) continue;
    try {
      const toc = read(bytes, path);
      if (toc.entries.length > 0) return toc;
    } catch (error) {
      // Ignore an unreadable table of contents: chapters are then found by the headings in the text.
      if (!(error instanceof BookProblem) || error.code !== 'BROKEN') throw error;
    }
  }
  return { entries: [], landmarks: [] };
}
