import { SaxesParser } from 'saxes';
import { brokenBook, unsafeBook } from '../book-problem.ts';
import { decodeMarkup } from '../decode.ts';
import type { Archive } from './zip.ts';

/** An element of a small XML file; names and attributes have no namespace prefix. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** All text inside, including that of its children, in order. */
  text: string;
}

const maxDepth = 200;
const maxElements = 200_000;
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Rejects documents with entity declarations, which books do not need. */
export function refuseEntities(markup: string): void {
  if (/<!ENTITY/i.test(markup)) throw unsafeBook('it declares its own XML entities.');
}

/**
 * Parses container, package and contents files. Tolerates small errors; resolves only XML's five predefined entities.
 * Fails when the file has no root element.
 */
export function readXml(bytes: Uint8Array, what: string): XmlElement {
  const markup = decodeMarkup(bytes).replace(/^[\uFEFF\s]+/, '');
  refuseEntities(markup);
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open: XmlElement[] = [root];
  let elements = 0;
  const parser = new SaxesParser();
  // Without a handler the parser throws at the first error; with one it continues.
  parser.on('error', () => undefined);
  parser.on('opentag', (tag) => {
    elements += 1;
    if (open.length > maxDepth || elements > maxElements)
      throw brokenBook(`its ${what} is nested too deeply.`);
    const attributes = new Map(
      Object.entries(tag.attributes).map(([name, value]) => [local(name), String(value)]),
    );
    const element: XmlElement = { name: local(tag.name), attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    if (open.length < 2) return;
    const closed = open.pop();
    const parent = open.at(-1);
    if (closed && parent && parent !== root) parent.text += closed.text;
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element && element !== root) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(markup).close();
  const [first] = root.children;
  if (first === undefined) throw brokenBook(`its ${what} cannot be read.`);
  return first;
}

/** Parses a file of an archive; null when there is none. */
export async function xmlIn(archive: Archive, path: string, what: string): Promise<XmlElement | null> {
  const bytes = await archive.read(path);
  return bytes === null ? null : readXml(bytes, what);
}

/** All descendants with that name, in document order. */
export function elementsNamed(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [...element.children].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name === name) found.push(next);
    for (let i = next.children.length - 1; i >= 0; i -= 1) {
      const child = next.children[i];
      if (child) waiting.push(child);
    }
  }
  return found;
}

/** The text of an EPUB 3 `meta` element with that property. */
export const propertyOf = (root: XmlElement, property: string): string | undefined =>
  elementsNamed(root, 'meta').find((meta) => meta.attributes.get('property') === property)?.text;
