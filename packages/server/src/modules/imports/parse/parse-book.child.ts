import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { BookProblem } from './book-problem.ts';
import { parseBook } from './parse-book.ts';
import type { ChildResponse, ChildTask } from './parse-book-safely.ts';

// The process that parse-book-safely.ts starts; its one argument is the id of the process that has.

/** Ends at once, leaving nothing to be tidied up: there is nothing here that could be left half done. */
const end = () => process.kill(process.pid, 'SIGKILL');

// Whoever tells every process to stop, as a service manager does, means Inkling, which then ends us.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', end);
new Worker(new URL('./parent-watch.worker.ts', import.meta.url), {
  workerData: Number(process.argv[2]),
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
}).unref();

// Whenever there is a page to answer, that goes first; but a book has only its minute. What was set lower, stays.
setPriority(Math.max(5, getPriority()));
// Should Node itself crash, or end for want of memory, no text of a book is laid down in a core dump.
try {
  writeFileSync('/proc/self/coredump_filter', '0');
} catch {
  // Not a Linux, or one that has no core dumps.
}
// For whoever looks at the machine's processes, once all of this is so.
process.title = 'inkling: reading a book';

const respond = (message: ChildResponse) => process.send?.(message);

// It then waits to be ended. An error that is no BookProblem ends it here and now.
process.once('message', async ({ file, options }: ChildTask) => {
  try {
    respond({ book: await parseBook(file, options) });
  } catch (error) {
    if (!(error instanceof BookProblem)) throw error;
    respond({ problem: { code: error.code, message: error.message } });
  }
});
