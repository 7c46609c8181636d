import type { AppContext } from '../../platform/context.ts';
import type { CarriedPassage } from './carry-over.ts';
import * as tasks from './carry-tasks.ts';
import { findSelected as findSelectedHere, type Passage, readLength, type Selected } from './passages.ts';

const worker = new URL('./carry.worker.ts', import.meta.url);
/** Shorter texts (characters in total) are compared here: passing them to a thread would cost more. */
const minThreadedText = 10_000;

type Ctx = Pick<AppContext, 'threads'>;

/** Like `carryAll`, but in a thread for long texts or many passages; in a background thread, since it may take long and authors' saves must not wait. */
export async function carryAll(ctx: Ctx, task: tasks.CarryTask): Promise<(CarriedPassage | null)[]> {
  const isShort = task.old.content.length + task.next.content.length < minThreadedText;
  if (isShort && task.passages.length === 1) return tasks.carryAll(task);
  return (await ctx.threads.background.run(worker, 'carryAll', task)) as (CarriedPassage | null)[];
}

/** Like `findText`, but in a thread for a long text. */
export async function findText(ctx: Ctx, task: tasks.FindTextTask): Promise<Passage | null> {
  if (task.content.length < minThreadedText) return tasks.findText(task);
  return (await ctx.threads.run(worker, 'findText', task)) as Passage | null;
}

/** Like `findSelected` of passages.ts, but in a thread for long lines or a long range. */
export async function findSelected(ctx: Ctx, selected: Selected): Promise<Passage | null> {
  const { content, startOffset, endOffset } = selected;
  if (readLength(content, startOffset, endOffset) < minThreadedText) return findSelectedHere(selected);
  return (await ctx.threads.run(worker, 'findSelected', selected)) as Passage | null;
}
