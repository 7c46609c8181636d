import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type TempFile, tempFile } from './temp-file.ts';

/** Limits of the zip format without Zip64. */
const max = { files: 65_000, bytes: 4_000_000_000 };
/** The version of the format that is needed to read it, and the flag of names in UTF-8. */
const [version, utf8Names] = [20, 0x800];
const method = { stored: 0, deflated: 8 };

type Content = AsyncIterable<string | Uint8Array>;

/** A zip built in a temporary file, so that a slow download holds neither memory nor a database snapshot. */
export interface ZipFile extends Pick<TempFile, 'discard'> {
  /** Adds a file; `packed` stores it as it is, for content that is already compressed. */
  add(path: string, content: Content, options?: { packed?: boolean }): Promise<void>;
  /** Completes the zip; its stream can be read once, and the file is deleted afterwards. */
  finish(): Promise<{ stream: Readable; size: number }>;
}

interface Entry {
  name: Buffer;
  compression: number;
  crc: number;
  /** Bytes in the zip, and bytes of the content. */
  packed: number;
  size: number;
  /** Where its header is. */
  at: number;
}

/** A date and time as in MS-DOS, in two 16-bit numbers: even seconds since 1980. */
const dosTime = (at: Date): [time: number, date: number] => [
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
];

/** The fields that both headers of an entry have. */
function writeFields(header: Buffer, from: number, entry: Entry, time: readonly [number, number]): void {
  const { compression, crc, packed, size, name } = entry;
  const short = [version, utf8Names, compression, ...time];
  for (const [index, value] of short.entries()) header.writeUInt16LE(value, from + 2 * index);
  for (const [index, value] of [crc, packed, size].entries())
    header.writeUInt32LE(value, from + 10 + 4 * index);
  header.writeUInt16LE(name.length, from + 22);
}

function localHeader(entry: Entry, time: readonly [number, number]): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  writeFields(header, 4, entry, time);
  return Buffer.concat([header, entry.name]);
}

function directoryHeader(entry: Entry, time: readonly [number, number]): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(version, 4);
  writeFields(header, 6, entry, time);
  header.writeUInt32LE(entry.at, 42);
  return Buffer.concat([header, entry.name]);
}

function directoryEnd(files: number, at: number, size: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files, 8);
  end.writeUInt16LE(files, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
}

/** Passes the bytes through and adds their size and checksum to the entry. */
async function* withChecksum(content: Content, entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    entry.size += bytes.length;
    entry.crc = crc32(bytes, entry.crc);
    yield bytes;
  }
}

/**
 * Starts a zip in a folder; `id` becomes the temporary file's name, `at` the time of its entries. Each header has the
 * sizes of its entry, since some readers of EPUB and DOCX do not accept them behind the content.
 */
export async function zipFile(folder: string, id: string, at: Date): Promise<ZipFile> {
  const file = await tempFile(folder, id);
  const time = dosTime(at);
  const entries: Entry[] = [];
  const append = async (bytes: Uint8Array): Promise<void> => {
    if (file.size + bytes.length > max.bytes)
      throw new Error('A zip of more than four gigabytes cannot be written.');
    await file.append(bytes);
  };
  const appendAll = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of chunks) await append(chunk);
  };

  const names = new Set<string>();
  const claim = (name: string): void => {
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new Error('Two files of a zip have the same name.');
    if (names.size >= max.files) throw new Error('A zip cannot hold more than 65,000 files.');
    names.add(key);
  };

  return {
    async add(path, content, { packed = false } = {}) {
      claim(path);
      const compression = packed ? method.stored : method.deflated;
      const entry = { name: Buffer.from(path), compression, crc: 0, packed: 0, size: 0, at: file.size };
      await append(localHeader(entry, time));
      const start = file.size;
      const bytes = withChecksum(content, entry);
      // Compression runs in Node's thread pool, with backpressure from the disk.
      if (packed) await appendAll(bytes);
      else await pipeline(Readable.from(bytes), createDeflateRaw({ level: 4 }), appendAll);
      entry.packed = file.size - start;
      await file.replace(entry.at, localHeader(entry, time));
      entries.push(entry);
    },
    async finish() {
      const start = file.size;
      for (const entry of entries) await append(directoryHeader(entry, time));
      await append(directoryEnd(entries.length, start, file.size - start));
      return file.finish();
    },
    discard: () => file.discard(),
  };
}
