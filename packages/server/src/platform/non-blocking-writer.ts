import { writeSync } from 'node:fs';

/** Writes lines in order; `flushSync` writes the rest before the process exits. */
export interface Output {
  write(line: string): void;
  flushSync(): void;
}

/** Bytes that are buffered while the output is not read. */
const maxBuffered = 16 * 1024 ** 2;
/** Lines are written together: at this many characters, or this long after the first. */
const maxCharacters = 16_000;
const flushAfterMs = 100;
const retryMs = 20;
/** How long an exiting process still waits for a reader. */
const exitTimeoutMs = 1000;

/** Never changes; Atomics.wait on it is a synchronous sleep. */
const sleepCell = new Int32Array(new SharedArrayBuffer(4));

const droppedLinesNotice = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'log lines were dropped because the output was not read' })}\n`;

/**
 * Collects lines and writes them together and synchronously. What a full pipe does not accept is buffered and retried.
 * Lines beyond `max` bytes are dropped and counted in the log. Once the reader is gone (EPIPE), nothing is written.
 *
 * pino's own destination does not do this: if it is synchronous, a slow reader blocks the server; otherwise an exit
 * loses the lines that it is writing, and waits forever for a reader that does not read.
 */
export function nonBlockingWriter(fd: number, max = maxBuffered): Output {
  const chunks: Buffer[] = [];
  let lines: string[] = [];
  let characters = 0;
  let bytes = 0;
  let dropped = 0;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  const enqueue = (text: string): boolean => {
    const chunk = Buffer.from(text);
    if (bytes + chunk.length > max) return false;
    chunks.push(chunk);
    bytes += chunk.length;
    return true;
  };
  /** Moves the collected lines to the chunks, after the notice about dropped lines. */
  const enqueueLines = (): void => {
    if (chunks.length === 0 && dropped > 0 && enqueue(droppedLinesNotice(dropped))) dropped = 0;
    if (lines.length > 0 && (dropped > 0 || !enqueue(lines.join('')))) dropped += lines.length;
    lines = [];
    characters = 0;
  };
  /** Writes as much as the output accepts; returns whether nothing is left. */
  const writeChunks = (): boolean => {
    try {
      for (enqueueLines(); chunks[0] !== undefined; enqueueLines()) {
        const written = writeSync(fd, chunks[0]);
        bytes -= written;
        if (written === chunks[0].length) chunks.shift();
        else chunks[0] = chunks[0].subarray(written);
      }
      return true;
    } catch (error) {
      gone = error instanceof Error && 'code' in error && error.code === 'EPIPE';
      return gone;
    }
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = writeChunks() ? undefined : setTimeout(flush, retryMs).unref();
  };

  return {
    write(line) {
      if (gone) return;
      characters += line.length;
      lines.push(line);
      if (characters >= maxCharacters) flush();
      else timer ??= setTimeout(flush, flushAfterMs).unref();
    },
    flushSync() {
      const until = performance.now() + exitTimeoutMs;
      while (!gone && !writeChunks() && performance.now() < until) {
        Atomics.wait(sleepCell, 0, 0, retryMs);
      }
    },
  };
}
