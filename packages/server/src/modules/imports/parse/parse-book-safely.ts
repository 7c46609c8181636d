import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheEnv } from '../../../platform/compile-cache.ts';
import type { BookFile, ReadFile } from './book.ts';
import { BookProblem, type BookProblemCode } from './book-problem.ts';
import type { ParseOptions } from './parse-book.ts';

export type ChildTask = { file: BookFile; options: ParseOptions };
export type ChildResponse = { read: ReadFile } | { problem: { code: BookProblemCode; message: string } };

export interface SafeParseOptions extends ParseOptions {
  signal?: AbortSignal;
  /** In milliseconds; 60 seconds by default. */
  timeoutMs?: number;
  /** The child's heap limit in MB; 512 by default. */
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

/** How V8 ends a process that is out of memory: by signal, or by exit code where there are no signals. */
const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null) =>
  signal === 'SIGABRT' || code === 134;

/** Signals that ask a process to stop; the child ignores them once it has started parsing. */
const stopSignals = new Set<NodeJS.Signals | null>(['SIGINT', 'SIGTERM', 'SIGHUP']);

function endedEarly(code: number | null, signal: NodeJS.Signals | null): BookProblem {
  if (isOutOfMemory(code, signal)) return tooMuch();
  return stopSignals.has(signal) ? cancelled() : crashed();
}

/**
 * Starts the process that parses one book: detached, so that Ctrl-C in the terminal reaches only Inkling; without the
 * settings in the environment; and without output, which could contain text of the book.
 */
const startChild = (memoryMb: number): ChildProcess =>
  fork(fileURLToPath(new URL('./parse-book.child.ts', import.meta.url)), [String(process.pid)], {
    execArgv: [`--max-old-space-size=${memoryMb}`, '--max-semi-space-size=16'],
    env: compileCacheEnv(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    detached: true,
  });

/**
 * Like readFileAsBook, but in a child process with limited memory and time. Failures become a BookProblem: a timeout
 * (TOO_SLOW), too much memory (TOO_LARGE), a crash, even of Node itself (BROKEN), or an abort (CANCELLED). Rejects with
 * another error when the process cannot be started.
 */
export function readFileSafely(file: BookFile, options: SafeParseOptions = {}): Promise<ReadFile> {
  const { signal, timeoutMs = 60_000, memoryMb = 512, ...parseOptions } = options;
  if (signal?.aborted) return Promise.reject(cancelled());
  return new Promise((resolve, reject) => {
    const child = startChild(memoryMb);
    const abort = () => settle(() => reject(cancelled()));
    const timer = setTimeout(() => settle(() => reject(tooSlow())), timeoutMs);
    let settled = false;
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      child.kill('SIGKILL');
      finish();
    };
    signal?.addEventListener('abort', abort);
    child.on('spawn', () => {
      const task: ChildTask = { file, options: parseOptions };
      // Ignore send errors: if the child dies while it receives the book, its exit event has the reason.
      child.send(task, () => {});
    });
    child.on('message', (response: ChildResponse) =>
      settle(() => {
        if ('read' in response) resolve(response.read);
        else reject(new BookProblem(response.problem.code, response.problem.message));
      }),
    );
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, by) => settle(() => reject(endedEarly(code, by))));
  });
}
