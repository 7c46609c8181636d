import { SaxesParser } from 'saxes';
import { BookProblem, brokenBook, unsafeBook } from '../book.ts';
import { markedEncoding } from '../encodings.ts';
import { type Attributes, localName, withoutPrefixes } from '../epub/xml.ts';

/** An element's start; names and attributes have no namespace prefix. */
export interface Opened {
  name: string;
  attributes: Attributes;
}

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
