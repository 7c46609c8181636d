import { SaxesParser } from 'saxes';
import { BookProblem, brokenBook, unsafeBook } from '../book-problem.ts';

/** An element's start; names and attributes have no namespace prefix. */
export interface Opened {
  name: string;
  attributes: Readonly<Record<string, string>>;
}

export interface XmlHandler {
  open(element: Opened): void;
  close(name: string): void;
  text(text: string): void;
}

const maxDepth = 5000;
const chunkBytes = 64 * 1024;

const local = (name: string) => name.slice(name.indexOf(':') + 1);

function withoutPrefixes(attributes: Record<string, unknown>): Record<string, string> {
  const own: Record<string, string> = {};
  for (const name in attributes) own[local(name)] = String(attributes[name]);
  return own;
}

const encodingOf = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};

/**
 * Reads a long XML file as a stream of events, in UTF-8 or UTF-16. Fails at the first error, since text after it might be
 * missing without a word, and for files with a document type, which could declare entities.
 */
export function readXmlEvents(bytes: Uint8Array, what: string, handler: XmlHandler): void {
  const parser = new SaxesParser({ position: false });
  const broken = () => brokenBook(`its ${what} cannot be read.`);
  let depth = 0;
  parser.on('error', () => {
    throw broken();
  });
  parser.on('doctype', () => {
    throw unsafeBook('it declares its own XML entities.');
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > maxDepth) throw brokenBook(`its ${what} is nested too deeply.`);
    handler.open({ name: local(name), attributes: withoutPrefixes(attributes) });
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    handler.close(local(name));
  });
  parser.on('text', (text) => handler.text(text));
  parser.on('cdata', (text) => handler.text(text));
  const decoder = new TextDecoder(encodingOf(bytes), { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += chunkBytes)
      parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }));
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof BookProblem ? error : broken();
  }
}
