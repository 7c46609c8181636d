import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** Limits of the zip format without Zip64. */
const max = { files: 65_000, bytes: 4_000_000_000 };
const method = { stored: 0, deflated: 8 };

type Content = AsyncIterable<string | Uint8Array>;

/** A zip built in a temporary file, so that a slow download holds neither memory nor a database snapshot. */
export interface ZipFile {
  /** Adds a file; `packed` stores it as it is, for content that is already compressed. */
  add(path: string, content: Content, options?: { packed?: boolean }): Promise<void>;
  /** Completes the zip; its stream can be read once, and the file is deleted afterwards. */
  finish(): Promise<{ stream: Readable; size: number }>;
  /** Discards the unfinished zip. */
  discard(): Promise<void>;
}

/** Passes the bytes through and adds their size and checksum to the entry. */
async function* withChecksum(content: Content, entry: ZipInputFile): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    entry.size += bytes.length;
    entry.crc = crc32(bytes, entry.crc);
    yield bytes;
  }
}

/** Starts a zip in a folder; `id` becomes the temporary file's name, `at` the time of its entries. */
export async function zipFile(folder: string, id: string, at: Date): Promise<ZipFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${id}.part`);
  const handle = await open(path, 'wx+', 0o600);
  // Unlinked while open, so that a crash leaves no personal data behind. Not every system allows this.
  const unlink = () => rm(path, { force: true }).catch(() => {});
  await unlink();

  let size = 0;
  let pending: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (chunk?.length) pending.push(chunk);
  });
  const write = async (): Promise<void> => {
    if (failure !== null) throw failure;
    const chunks = pending;
    pending = [];
    for (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    if (size > max.bytes) throw new Error('A zip of more than four gigabytes cannot be written.');
  };

  const names = new Set<string>();
  const claim = (name: string): void => {
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new Error('Two files of a zip have the same name.');
    if (names.size >= max.files) throw new Error('A zip cannot hold more than 65,000 files.');
    names.add(key);
  };

  return {
    async add(name, content, { packed = false } = {}) {
      claim(name);
      const compression = packed ? method.stored : method.deflated;
      const entry: ZipInputFile = { filename: name, mtime: at, compression, size: 0, crc: 0 };
      zip.add(entry);
      const addChunks = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) {
          entry.ondata?.(null, new Uint8Array(chunk), false);
          await write();
        }
      };
      const bytes = withChecksum(content, entry);
      // Compression runs in Node's thread pool, with backpressure from the disk.
      if (packed) await addChunks(bytes);
      else await pipeline(Readable.from(bytes), createDeflateRaw({ level: 4 }), addChunks);
      entry.ondata?.(null, new Uint8Array(0), true);
      await write();
    },
    async finish() {
      zip.end();
      await write();
      const stream = handle.createReadStream({ start: 0 });
      stream.once('close', unlink);
      return { stream, size };
    },
    async discard() {
      await handle.close();
      await unlink();
    },
  };
}
