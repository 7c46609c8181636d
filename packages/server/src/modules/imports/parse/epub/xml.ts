import { SaxesParser } from 'saxes';
import { BookProblem, brokenBook, unsafeBook } from '../book.ts';
import { decodeMarkup, markedEncoding } from '../encodings.ts';
import type { Archive } from './zip.ts';

/** The attributes of an element, without namespace prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** An element's start; names and attributes have no namespace prefix. */
export interface Opened {
  name: string;
  attributes: Attributes;
}

/** An element of a small XML file. */
export interface XmlElement extends Opened {
  children: XmlElement[];
  /** All text inside, including that of its children, in order. */
  text: string;
}

const maxTreeDepth = 200;
const maxElements = 200_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const withoutPrefixes = (attributes: Readonly<Record<string, unknown>>): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [localName(name), String(value)]));

/** Builds the tree of the elements that are read. */
export function xmlTree() {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  return {
    root,
    depth: () => open.length,
    open({ name, attributes }: Opened): void {
      const element = { name, attributes, children: [], text: '' };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    close(): void {
      const closed = open.length > 1 ? open.pop() : undefined;
      const parent = open.at(-1);
      if (closed && parent && parent !== root) parent.text += closed.text;
    },
    text(text: string): void {
      const element = open.at(-1);
      if (element) element.text += text;
    },
  };
}

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
  const tree = xmlTree();
  let elements = 0;
  const parser = new SaxesParser();
  // Without a handler the parser throws at the first error; with one it continues.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1;
    if (tree.depth() > maxTreeDepth || elements > maxElements)
      throw brokenBook(`its ${what} is nested too deeply.`);
    tree.open({ name: localName(name), attributes: withoutPrefixes(attributes) });
  });
  parser.on('closetag', tree.close);
  parser.on('text', tree.text);
  parser.on('cdata', tree.text);
  parser.write(markup).close();
  const [first] = tree.root.children;
  if (first === undefined) throw brokenBook(`its ${what} can’t be read.`);
  return first;
}

/** Parses a file of an archive; null when there is none. */
export async function xmlIn(archive: Archive, path: string, what: string): Promise<XmlElement | null> {
  const bytes = await archive.read(path);
  return bytes === null ? null : readXml(bytes, what);
}

/** The first child with one of these names. */
export const childNamed = (element: XmlElement, ...names: string[]): XmlElement | undefined =>
  element.children.find(({ name }) => names.includes(name));

/** All descendants with that name, in document order; none of a file that does not exist. */
export function elementsNamed(element: XmlElement | null | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const waiting = [...(element?.children ?? [])].reverse();
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
  elementsNamed(root, 'meta').find((meta) => meta.attributes.property === property)?.text;

/** Where a document is read. */
export interface Position {
  /** The open elements, the innermost last. */
  path: readonly string[];
  /** Leaves out the rest of the innermost element with this name; `lost` receives its text. */
  skip(name: string, lost?: (text: string) => void): void;
}

export interface XmlHandler {
  /** `at.path` ends with the element itself. */
  open(element: Opened, at: Position): void;
  /** `at.path` ends with the element around it. */
  close(name: string, at: Position): void;
  text(text: string, at: Position): void;
}

const maxDepth = 5000;
const chunkBytes = 64 * 1024;

/**
 * Reads a long XML file as a stream of events, in UTF-8 or UTF-16. Fails at the first error, since text after it might be
 * missing without a word, and for files with a document type, which could declare entities.
 */
export function readXmlEvents(bytes: Uint8Array, what: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ position: false });
  const broken = () => brokenBook(`its ${what} can’t be read.`);
  const path: string[] = [];
  /** The depth of the element that is left out; 0 for none. */
  let skippedAt = 0;
  let onSkipped: ((text: string) => void) | undefined;
  const skip = (name: string, lost?: (text: string) => void) => {
    skippedAt = path.lastIndexOf(name) + 1;
    onSkipped = lost;
  };
  const at: Position = { path, skip };
  parser.on('error', () => {
    throw broken();
  });
  parser.on('doctype', () => {
    throw unsafeBook('it declares its own XML entities.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    path.push(localName(name));
    if (path.length > maxDepth) throw brokenBook(`its ${what} is nested too deeply.`);
    if (skippedAt === 0) handler.open({ name: localName(name), attributes: withoutPrefixes(attributes) }, at);
  });
  parser.on('closetag', ({ name }) => {
    const depth = path.length;
    path.pop();
    if (skippedAt === 0) handler.close(localName(name), at);
    else if (skippedAt === depth) skippedAt = 0;
  });
  const addText = (text: string) => {
    if (skippedAt === 0) handler.text(text, at);
    else onSkipped?.(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  const decoder = new TextDecoder(markedEncoding(bytes) ?? 'utf-8', { fatal: true });
  try {
    for (let start = 0; start < bytes.length; start += chunkBytes)
      parser.write(decoder.decode(bytes.subarray(start, start + chunkBytes), { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof BookProblem ? error : broken();
  }
}
