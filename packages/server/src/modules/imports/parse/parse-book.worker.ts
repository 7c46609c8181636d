import { parentPort, workerData } from 'node:worker_threads';
import type { BookFile } from './book.ts';
import { BookProblem } from './book-problem.ts';
import { type ParseOptions, parseBook } from './parse-book.ts';
import type { WorkerAnswer } from './parse-book-safely.ts';

const { file, options }: { file: BookFile; options: ParseOptions } = workerData;

const answer = (message: WorkerAnswer) => parentPort?.postMessage(message);

try {
  answer({ book: await parseBook(file, options) });
} catch (error) {
  if (!(error instanceof BookProblem)) throw error;
  answer({ problem: { code: error.code, message: error.message } });
}
