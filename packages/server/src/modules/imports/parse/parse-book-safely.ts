import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheEnv } from '../../../platform/compile-cache.ts';
import { type BookFile, BookProblem, type BookProblemCode, type ReadFile, type ReviewPiece } from './book.ts';
import type { ParseOptions } from './parse-book.ts';

/** The file's bytes come through stdin: a message of 20 MB would keep the server from everything else. */
export type ChildTask = { name: string; options: ParseOptions };
/** Each piece of the book in its order, so that no message takes long to read; then the rest of it, without pieces. */
export type ChildResponse =
  | { piece: ReviewPiece }
  | { read: ReadFile }
  | { problem: { code: BookProblemCode; message: string } };

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
    'This book couldn’t be read. Please export it again, or choose another format, and try once more.',
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
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
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
    const pieces: ReviewPiece[] = [];
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
      const task: ChildTask = { name: file.name, options: parseOptions };
      // Ignore send errors: if the child dies while it receives the book, its exit event has the reason.
      child.send(task, () => {});
      child.stdin?.on('error', () => {}).end(file.bytes);
    });
    child.on('message', (response: ChildResponse) => {
      if ('piece' in response) {
        pieces.push(response.piece);
        return;
      }
      settle(() => {
        if ('read' in response) resolve({ ...response.read, book: { ...response.read.book, pieces } });
        else reject(new BookProblem(response.problem.code, response.problem.message));
      });
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('exit', (code, by) => settle(() => reject(endedEarly(code, by))));
  });
}
