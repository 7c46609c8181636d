import type { AppContext } from '../../../platform/context.ts';
import type { Threads } from '../../../platform/threads.ts';
import * as search from './find-again.ts';
import * as passages from './passages.ts';

const worker = new URL('./anchors.worker.ts', import.meta.url);
/** Shorter texts (characters in total) are searched here: passing them to a thread would cost more. */
const minThreadedText = 10_000;

interface Ctx {
  threads: Pick<Threads, 'run'>;
}

/** A function that the worker exports, run in a thread if it reads much. */
const inThread =
  <Task extends object, Result>(
    name: string,
    run: (task: Task) => Result,
    lengthOf: (task: Task) => number,
  ) =>
  async ({ threads }: Ctx, task: Task): Promise<Result> =>
    lengthOf(task) < minThreadedText ? run(task) : ((await threads.run(worker, name, task)) as Result);

const findPassages = inThread('findAgain', search.findAgain, ({ old, next, passages }) =>
  passages.length > 1 ? minThreadedText : old.content.length + next.content.length,
);
/** In a background thread, since many passages take long and authors' saves must not wait. */
export const findAgain = ({ threads }: Pick<AppContext, 'threads'>, task: search.FindTask) =>
  findPassages({ threads: threads.background }, task);
export const findText = inThread('findText', search.findText, ({ content }) => content.length);
export const findSelected = inThread('findSelected', passages.findSelected, passages.readLength);
export const shownParagraphs = inThread(
  'shownParagraphs',
  passages.shownParagraphs,
  ({ content }) => content.length,
);
