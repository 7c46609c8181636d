import { Worker } from 'node:worker_threads';
import type { BookFile, ParsedBook } from './book.ts';
import { BookProblem, type BookProblemCode } from './book-problem.ts';
import type { ParseOptions } from './parse-book.ts';

export type WorkerAnswer = { book: ParsedBook } | { problem: { code: BookProblemCode; message: string } };

export interface SafeParseOptions extends ParseOptions {
  signal?: AbortSignal;
  /** Milliseconds; 60 seconds unless given. */
  timeoutMs?: number;
  /** Memory for the worker's objects, in MB; 512 unless given. */
  memoryMb?: number;
}

const cancelled = () => new BookProblem('CANCELLED', 'The import was cancelled.');
const tooSlow = () =>
  new BookProblem(
    'TOO_SLOW',
    'Reading this book took too long. Please split it into smaller files and try again.',
  );
const tooMuch = () =>
  new BookProblem(
    'TOO_LARGE',
    'Reading this book needs more memory than an import may use. Please split it into smaller files and try again.',
  );
const crashed = () =>
  new BookProblem(
    'BROKEN',
    'This book could not be read. Please export it again, or choose it in another format, and try once more.',
  );

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

/**
 * Reads a book as parseBook does, in a thread of its own with bounded memory and time. Whatever happens
 * there ends as a BookProblem here: a timeout (TOO_SLOW), too much memory (TOO_LARGE), a crash (BROKEN), an
 * abort (CANCELLED).
 */
export function parseBookSafely(file: BookFile, options: SafeParseOptions = {}): Promise<ParsedBook> {
  const { signal, timeoutMs = 60_000, memoryMb = 512, ...parseOptions } = options;
  if (signal?.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./parse-book.worker.ts', import.meta.url), {
      workerData: { file, options: parseOptions },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
      execArgv: [],
      env: {},
      stdout: true,
      stderr: true,
    });
    const abort = () => settle(() => reject(cancelled()));
    const timer = setTimeout(() => settle(() => reject(tooSlow())), timeoutMs);
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      void worker.terminate();
      finish();
    };
    signal?.addEventListener('abort', abort);
    worker.on('message', (answer: WorkerAnswer) =>
      settle(() => {
        if ('book' in answer) resolve(answer.book);
        else reject(new BookProblem(answer.problem.code, answer.problem.message));
      }),
    );
    worker.on('error', (error) => settle(() => reject(isOutOfMemory(error) ? tooMuch() : crashed())));
    worker.on('messageerror', () => settle(() => reject(crashed())));
    worker.on('exit', () => settle(() => reject(crashed())));
  });
}
