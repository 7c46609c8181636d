import { writeSync } from 'node:fs';

/** Writes lines in order; `flushSync` writes the rest before the process exits. */
export interface Output {
  write(text: string): void;
  flushSync(): void;
}

/** Bytes that are buffered while the output is not read. */
const maxBuffered = 16 * 1024 ** 2;
const retryMs = 20;
/** How long an exiting process still waits for a reader. */
const exitTimeoutMs = 1000;

/** Never changes; Atomics.wait on it is a synchronous sleep. */
const sleepCell = new Int32Array(new SharedArrayBuffer(4));

const droppedLinesNotice = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'log lines were dropped because the output was not read' })}\n`;

/**
 * Writes synchronously, so that no other thread holds unwritten lines when the process exits. What a full pipe does
 * not accept is buffered and retried, so that a slow log reader never blocks the server. Lines beyond `max` bytes are
 * dropped and counted in the log. Once the reader is gone (EPIPE), nothing is written.
 */
export function nonBlockingWriter(fd: number, max = maxBuffered): Output {
  const pending: Buffer[] = [];
  let bytes = 0;
  let dropped = 0;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  const enqueue = (chunk: Buffer): void => {
    pending.push(chunk);
    bytes += chunk.length;
  };

  /** The next chunk; after the last one, the notice about dropped lines. */
  const next = (): Buffer | undefined => {
    if (pending.length === 0 && dropped > 0) {
      enqueue(Buffer.from(droppedLinesNotice(dropped)));
      dropped = 0;
    }
    return pending[0];
  };

  /** Writes as much as the output accepts; returns whether nothing is pending. */
  const writePending = (): boolean => {
    try {
      for (let chunk = next(); chunk !== undefined; chunk = next()) {
        const written = writeSync(fd, chunk);
        bytes -= written;
        if (written === chunk.length) pending.shift();
        else pending[0] = chunk.subarray(written);
      }
      return true;
    } catch (error) {
      gone = error instanceof Error && 'code' in error && error.code === 'EPIPE';
      return gone;
    }
  };

  const flush = (): void => {
    clearTimeout(timer);
    if (!writePending()) timer = setTimeout(flush, retryMs).unref();
  };

  return {
    write(text) {
      if (gone) return;
      const chunk = Buffer.from(text);
      if (dropped > 0 || bytes + chunk.length > max) dropped += text.split('\n').length - 1;
      else enqueue(chunk);
      flush();
    },
    flushSync() {
      const until = performance.now() + exitTimeoutMs;
      while (!gone && !writePending() && performance.now() < until) {
        Atomics.wait(sleepCell, 0, 0, retryMs);
      }
    },
  };
}
