import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** What the format without its extensions can hold. */
const max = { files: 65_000, bytes: 4_000_000_000 };
const method = { stored: 0, deflated: 8 };

type Content = AsyncIterable<string | Uint8Array>;

/** A zip that is written to a file of its own, so that neither memory nor the database waits for who receives it. */
export interface ZipFile {
  /** Adds a file; with `packed` it is one that packing would not make smaller. */
  add(path: string, content: Content, options?: { packed?: boolean }): Promise<void>;
  /** Ends the zip, to be read once; then nothing of it is left on the disk. */
  finish(): Promise<{ stream: Readable; size: number }>;
  /** Gives it up. */
  drop(): Promise<void>;
}

/** The bytes of an entry as they go by; the entry gets their number and sum. */
async function* counted(content: Content, entry: ZipInputFile): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    entry.size += bytes.length;
    entry.crc = crc32(bytes, entry.crc);
    yield bytes;
  }
}

/** Begins a zip in a folder; `id` is the file's name while it has one, `at` the time of the files in it. */
export async function zipFile(folder: string, id: string, at: Date): Promise<ZipFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${id}.part`);
  const handle = await open(path, 'wx+', 0o600);
  // Gone from the folder at once: whatever ends the process, nobody's data stays behind. Not every system lets us.
  const forget = () => rm(path, { force: true }).catch(() => {});
  await forget();

  let size = 0;
  let made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (chunk?.length) made.push(chunk);
  });
  const write = async (): Promise<void> => {
    if (failure !== null) throw failure;
    const chunks = made;
    made = [];
    for (const chunk of chunks) {
      await handle.writeFile(chunk);
      size += chunk.length;
    }
    if (size > max.bytes) throw new Error('A zip of more than four gigabytes cannot be written.');
  };

  const names = new Set<string>();
  const claim = (name: string): void => {
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new Error('Two files of a zip have one name.');
    if (names.size >= max.files) throw new Error('A zip cannot hold so many files.');
    names.add(key);
  };

  return {
    async add(name, content, { packed = false } = {}) {
      claim(name);
      const compression = packed ? method.stored : method.deflated;
      const entry: ZipInputFile = { filename: name, mtime: at, compression, size: 0, crc: 0 };
      zip.add(entry);
      const take = async (chunks: AsyncIterable<Uint8Array>) => {
        for await (const chunk of chunks) {
          entry.ondata?.(null, new Uint8Array(chunk), false);
          await write();
        }
      };
      const bytes = counted(content, entry);
      // Packing goes on in threads of Node's, and waits for the disk.
      if (packed) await take(bytes);
      else await pipeline(Readable.from(bytes), createDeflateRaw({ level: 4 }), take);
      entry.ondata?.(null, new Uint8Array(0), true);
      await write();
    },
    async finish() {
      zip.end();
      await write();
      const stream = handle.createReadStream({ start: 0 });
      stream.once('close', forget);
      return { stream, size };
    },
    async drop() {
      await handle.close();
      await forget();
    },
  };
}
