import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file that is written completely before it is sent, and deleted afterwards. */
export interface TempFile {
  /** The number of bytes so far. */
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  /** The whole file as a stream, which can be read once. */
  finish(): { stream: Readable; size: number };
  /** Discards the unfinished file. */
  discard(): Promise<void>;
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
    async discard() {
      await handle.close();
      await unlink();
    },
  };
}
