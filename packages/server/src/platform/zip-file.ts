import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setImmediate as letOthersWork } from 'node:timers/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** What the format without its extensions can hold. */
const most = { files: 65_000, bytes: 4_000_000_000 };
/** Bytes that are packed before others have their turn. */
const pieceBytes = 64 * 1024;
const level = 4;

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
    if (size > most.bytes) throw new Error('A zip of more than four gigabytes cannot be written.');
  };

  const names = new Set<string>();
  const claim = (name: string): void => {
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new Error('Two files of a zip have one name.');
    if (names.size >= most.files) throw new Error('A zip cannot hold so many files.');
    names.add(key);
  };

  return {
    async add(name, content, { packed = false } = {}) {
      claim(name);
      const entry = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level });
      entry.mtime = at;
      zip.add(entry);
      for await (const part of content) {
        const bytes = typeof part === 'string' ? Buffer.from(part) : part;
        for (let from = 0; from < bytes.length; from += pieceBytes) {
          entry.push(bytes.subarray(from, from + pieceBytes));
          await write();
          await letOthersWork();
        }
      }
      entry.push(new Uint8Array(0), true);
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
