import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished, pipeline } from 'node:stream/promises';
import { ZipFile as Yazl } from 'yazl';
import type { TempFile } from './temp-file.ts';

type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** A zip that is written to a temporary file while files are added to it. */
export interface ZipFile {
  /**
   * Adds a file. `stored`: as it is, for content that is already compressed. `packed`: as it is, with its size before it,
   * as an EPUB needs it; it stays in memory until the zip is complete.
   */
  add(path: string, content: Content, options?: { packed?: boolean; stored?: boolean }): Promise<void>;
  /** Completes the zip. */
  end(): Promise<void>;
}

/** Starts a zip in a temporary file; `at` is the time of its entries. */
export function zipFile(file: Pick<TempFile, 'append'>, at: Date): ZipFile {
  const zip = new Yazl();
  const output = zip.outputStream.pipe(new PassThrough());
  const written = pipeline(output, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await file.append(chunk);
  });
  // A failure, such as a full disk, is reported by the call that waits for it.
  written.catch(() => {});

  const names = new Set<string>();
  const claim = (name: string): void => {
    const key = name.normalize('NFC').toLowerCase();
    if (names.has(key)) throw new Error('Two files of a zip have the same name.');
    names.add(key);
  };
  // An EPUB's first entry must have no extra field, which a second time stamp would be.
  const options = { mtime: at, forceDosTimestamp: true };

  return {
    async add(path, content, { packed = false, stored = false } = {}) {
      claim(path);
      const isWhole = typeof content === 'string' || content instanceof Uint8Array;
      let source = Readable.from(isWhole ? [content] : content, { objectMode: true });
      try {
        if (packed) {
          zip.addBuffer(await buffer(source), path, { ...options, compress: false });
          if (output.writableNeedDrain) await Promise.race([once(output, 'drain'), written]);
        } else {
          const compressionLevel = stored ? 0 : 4;
          zip.addReadStreamLazy(path, { ...options, compressionLevel }, (callback) => callback(null, source));
          await Promise.race([finished(source), written]);
        }
      } finally {
        source.destroy();
        // The library has the function above until the zip is complete, and with the stream the content in it.
        source = Readable.from([]);
      }
    },
    async end() {
      zip.end();
      await written;
    },
  };
}
