import type { AppContext } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import * as queries from './carry.queries.ts';
import { carryAll } from './carry-threads.ts';

/** Passages per task of a thread, so that saves of long chapters need not wait long for their turn. */
const passagesPerTask = 1000;
/** Rows per statement, so that none holds locks for long. */
const rowsPerStatement = 250;

const carryQueue = defineQueue<{ chapterId: string }>('carry-annotations', {
  initialDelay: 2,
  maxDelay: 600,
  timeout: 600,
  pollInterval: 1,
});

/**
 * Finds the places of a chapter's annotations in the text that its readers see (docs/product/annotations.md#after-an-edit).
 * Works in steps; what is done when a run is interrupted stays done.
 */
export async function carryAnnotations(
  ctx: Pick<AppContext, 'db' | 'threads'>,
  chapterId: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    // Read again each time: the author may have saved once more.
    const chapter = await queries.findShownChapter(ctx.db, chapterId);
    if (chapter === undefined) return;
    const rows = await queries.findBehind(ctx.db, chapterId, chapter.version, passagesPerTask);
    const [first] = rows;
    if (first === undefined) return;
    const old = await queries.findText(ctx.db, chapter, first.version);
    const next = await queries.findText(ctx.db, chapter, chapter.version);
    // Without its texts, the chapter is being erased.
    if (old === undefined || next === undefined) return;
    const passages = rows.map(({ start_offset, end_offset, original_text }) => ({
      start: start_offset,
      end: end_offset,
      original: original_text,
    }));
    const found = await carryAll(ctx, { old, next, passages });
    const carried = rows.map((row, index) => ({ row, passage: found[index] ?? null }));
    for (let from = 0; from < carried.length; from += rowsPerStatement) {
      signal.throwIfAborted();
      await transaction(ctx.db, (tx) =>
        queries.saveCarried(
          tx,
          chapter.story_id,
          chapter.version,
          carried.slice(from, from + rowsPerStatement),
        ),
      );
    }
  }
}

/** Sends the job for a chapter whose readers get another text, if it has annotations. */
export async function sendCarryJob(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Db,
  chapterId: string,
): Promise<void> {
  if (await queries.hasAnnotations(tx, chapterId)) await jobs.send(tx, carryQueue, { chapterId });
}

export const handleCarryJobs = (ctx: AppContext): void =>
  ctx.jobs.work(carryQueue, ({ chapterId }, { signal }) => carryAnnotations(ctx, chapterId, signal));
