import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** A file that is written completely before it is sent, and deleted afterwards. */
export interface TempFile {
  /** The number of bytes so far. */
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  /** The whole file as a stream, which can be read once. */
  finish(): { stream: Readable; size: number };
  /** The whole file for many readers. */
  keep(): StoredFile;
  /** Discards the unfinished file. */
  discard(): Promise<void>;
}

/** A whole file, which is deleted once it was released and the last of its streams has ended. */
export interface StoredFile {
  readonly size: number;
  /** Null once it was released. */
  open(): Readable | null;
  release(): void;
}

const chunkSize = 64 * 1024;

async function* chunksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize, at);
    if (bytesRead === 0) throw new Error('A temporary file is shorter than it was.');
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** Starts a temporary file in a folder; `id` becomes its name. */
export async function tempFile(folder: string, id: string): Promise<TempFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${id}.part`);
  const handle = await open(path, 'wx+', 0o600);
  // Unlinked while open, so that a crash leaves no personal data behind. Not every system allows this.
  const unlink = () => rm(path, { force: true }).catch(() => {});
  await unlink();

  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, size);
        from += bytesWritten;
        size += bytesWritten;
      }
    },
    finish() {
      const stream = handle.createReadStream({ start: 0 });
      stream.once('close', unlink);
      return { stream, size };
    },
    keep() {
      let [readers, isReleased] = [0, false];
      const closeUnused = () => {
        if (isReleased && readers === 0) void handle.close().then(unlink, unlink);
      };
      return {
        size,
        open() {
          if (isReleased) return null;
          readers += 1;
          // Not a stream of the handle, which each of these would close.
          const stream = Readable.from(chunksOf(handle, size), { objectMode: false });
          stream.once('close', () => {
            readers -= 1;
            closeUnused();
          });
          return stream;
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          closeUnused();
        },
      };
    },
    async discard() {
      await handle.close();
      await unlink();
    },
  };
}
