import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { getPriority, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { BookProblem } from './book.ts';
import { readFileAsBook } from './parse-book.ts';
import type { ChildResponse, ChildTask } from './parse-book-safely.ts';

// The process that parse-book-safely.ts starts; its only argument is the parent's process id.

/** Exits immediately; there is nothing to clean up. */
const end = () => process.kill(process.pid, 'SIGKILL');

// A service manager signals all processes; ignore it here, since Inkling ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', end);
new Worker(new URL('./parent-watch.worker.ts', import.meta.url), {
  workerData: Number(process.argv[2]),
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
}).unref();

// Requests go before parsing, which is limited to a minute. A lower priority is not raised.
setPriority(Math.max(5, getPriority()));
// If Node crashes or runs out of memory, the core dump must not contain text of a book.
try {
  writeFileSync('/proc/self/coredump_filter', '0');
} catch {
  // Not Linux, or no core dumps.
}
// The parent kills this process, which would lose the compiled code. Later ones have nothing new.
flushCompileCache();
// The name in process lists; set last, so that tests can wait for it.
process.title = 'inkling: reading a book';

const respond = (message: ChildResponse) => process.send?.(message);

// After the response, wait to be killed by the parent. Any error other than a BookProblem crashes the process.
process.once('message', async ({ name, options }: ChildTask) => {
  try {
    const file = { name, bytes: await buffer(process.stdin) };
    const { book, ...read } = await readFileAsBook(file, options);
    for (const piece of book.pieces) respond({ piece });
    respond({ read: { ...read, book: { ...book, pieces: [] } } });
  } catch (error) {
    if (!(error instanceof BookProblem)) throw error;
    respond({ problem: { code: error.code, message: error.message } });
  }
});
