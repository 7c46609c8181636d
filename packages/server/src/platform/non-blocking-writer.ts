import { writeSync } from 'node:fs';

/** Where lines go: in order, and `flushSync` before the process ends. */
export interface Output {
  write(text: string): void;
  flushSync(): void;
}

/** What waits at most, in bytes, while nobody takes it. */
const maxWaiting = 16 * 1024 ** 2;
const againMs = 20;
/** How long a process that ends still waits for a reader. */
const lastTriesMs = 1000;

/** Waited for while the process ends: it does not change. */
const nothing = new Int32Array(new SharedArrayBuffer(4));

const leftOutLine = (lines: number): string =>
  `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, msg: 'lines of the log were left out, since nobody took them' })}\n`;

/**
 * Writes at once, so that no thread has anything left to write when the process ends. What a full pipe does not take
 * waits in memory, and is tried again: whoever reads the log, or has ceased to, does not hold up the work. What is too
 * much to wait is left out, and how much that was is said. Nothing is written for a reader who is gone.
 */
export function nonBlockingWriter(fd: number, max = maxWaiting): Output {
  const waiting: Buffer[] = [];
  let bytes = 0;
  let leftOut = 0;
  let gone = false;
  let timer: NodeJS.Timeout | undefined;

  const keep = (chunk: Buffer): void => {
    waiting.push(chunk);
    bytes += chunk.length;
  };

  /** What comes next; after the last that could wait, how much could not. */
  const next = (): Buffer | undefined => {
    if (waiting.length === 0 && leftOut > 0) {
      keep(Buffer.from(leftOutLine(leftOut)));
      leftOut = 0;
    }
    return waiting[0];
  };

  /** Writes as much of what waits as is taken; answers whether that was all. */
  const writeOn = (): boolean => {
    try {
      for (let first = next(); first !== undefined; first = next()) {
        const written = writeSync(fd, first);
        bytes -= written;
        if (written === first.length) waiting.shift();
        else waiting[0] = first.subarray(written);
      }
      return true;
    } catch (error) {
      gone = error instanceof Error && 'code' in error && error.code === 'EPIPE';
      return gone;
    }
  };

  const proceed = (): void => {
    clearTimeout(timer);
    if (!writeOn()) timer = setTimeout(proceed, againMs).unref();
  };

  return {
    write(text) {
      if (gone) return;
      const chunk = Buffer.from(text);
      if (leftOut > 0 || bytes + chunk.length > max) leftOut += text.split('\n').length - 1;
      else keep(chunk);
      proceed();
    },
    flushSync() {
      const until = performance.now() + lastTriesMs;
      while (!gone && !writeOn() && performance.now() < until) {
        Atomics.wait(nothing, 0, 0, againMs);
      }
    },
  };
}
