import { crc32 } from 'node:zlib';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import {
  type BookLimits,
  BookProblem,
  brokenBook,
  encryptedBook,
  tooLargeBook,
  unsafeBook,
} from '../book.ts';

/** The files inside an EPUB, a Word document or an OpenDocument file, which are read on demand. */
export type Archive = Awaited<ReturnType<typeof readArchive>>;

const unixLink = 0o120000;
const isLink = (entry: Entry) =>
  entry.versionMadeBy >> 8 === 3 && ((entry.externalFileAttributes >>> 16) & 0o170000) === unixLink;

// yauzl validates names itself, and reports problems only by message.
const badName = /absolute path|invalid relative path|invalid characters in fileName/i;

function explain(error: unknown): never {
  if (error instanceof BookProblem) throw error;
  if (badName.test(String(error))) throw unsafeBook('it refers to files outside itself.');
  throw brokenBook('it can’t be unpacked.');
}

async function entriesOf(zip: ZipFile, limits: BookLimits): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  if (zip.entryCount > limits.entries)
    throw tooLargeBook(`This file contains more than ${limits.entries.toLocaleString('en')} files.`);
  let declaredBytes = 0;
  for await (const entry of zip.eachEntry()) {
    if (isLink(entry)) throw unsafeBook('it contains links to other files.');
    if (entries.has(entry.fileName)) throw brokenBook('it contains two files with the same name.');
    declaredBytes += entry.uncompressedSize;
    if (declaredBytes > limits.unpackedBytes) throw unpacksTooLarge(limits);
    entries.set(entry.fileName, entry);
  }
  return entries;
}

const unpacksTooLarge = (limits: BookLimits) =>
  tooLargeBook(`Unpacked, this book is larger than ${Math.round(limits.unpackedBytes / 1024 / 1024)} MB.`);

/**
 * Opens a zip with limits: no names outside the archive, no links, no encryption. Bytes are counted while unpacking,
 * since headers may be wrong.
 */
export async function readArchive(bytes: Uint8Array, limits: BookLimits) {
  let unpacked = 0;
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true };
    const zip = await fromBufferPromise(buffer, options);
    const entries = await entriesOf(zip, limits);

    const inflate = async (entry: Entry): Promise<Uint8Array> => {
      if (entry.isEncrypted()) throw encryptedBook();
      const chunks: Buffer[] = [];
      let size = 0;
      const stream = await zip.openReadStreamPromise(entry);
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) continue;
        size += chunk.length;
        unpacked += chunk.length;
        if (unpacked > limits.unpackedBytes) throw unpacksTooLarge(limits);
        if (size > limits.entryBytes) throw tooLargeBook('One of the files in this book is too large.');
        chunks.push(chunk);
      }
      const content = Buffer.concat(chunks, size);
      // A damaged file may unpack to other text.
      if (crc32(content) !== entry.crc32) throw brokenBook('one of its files has changed on the way.');
      return content;
    };

    return {
      paths: [...entries.keys()],
      has: (path: string) => entries.has(path),
      /** Reads one file; null when it does not exist. Fails above the limits. */
      async read(path: string): Promise<Uint8Array | null> {
        const entry = entries.get(path);
        return entry === undefined ? null : await inflate(entry).catch(explain);
      },
    };
  } catch (error) {
    return explain(error);
  }
}

/** The target of a reference inside the archive. */
export interface Target {
  path: string;
  fragment: string;
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Resolves a reference in the file `from`; null for a target outside the book. */
export function resolveReference(from: string, reference: string): Target | null {
  const href = reference.trim();
  if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('//')) return null;
  const hash = href.indexOf('#');
  const fragment = hash < 0 ? '' : decoded(href.slice(hash + 1));
  const path = decoded((hash < 0 ? href : href.slice(0, hash)).replace(/\?.*$/, ''));
  if (path === '') return { path: from, fragment };
  const parts = path.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return null;
      parts.pop();
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return { path: parts.join('/'), fragment };
}
