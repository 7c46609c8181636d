import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { eraseChapter, eraseChapterRows, listAnyChapters, takeChaptersToErase } from '../chapters/index.ts';
import { detachChapter } from '../library/index.ts';
import { eraseStory, eraseStoryRows, takeStoriesToErase } from '../stories/index.ts';

/** Rows per statement; few, since a version may have a million characters. */
const rowsPerStep = 500;
const itemsPerStep = 50;

/** Deletes at most `max` rows of a later module about a story or a chapter, and returns how many. */
type EraseRows = (db: Db, of: { story?: string; chapter?: string }, max: number) => Promise<number>;
const erasers = new Set<EraseRows>();

/** Registers what else is erased in small steps, before the row that the database's cascade begins with. */
export const alsoErase = (eraseRows: EraseRows): void => void erasers.add(eraseRows);

async function eraseMore(ctx: AppContext, signal: AbortSignal, of: Parameters<EraseRows>[1]): Promise<void> {
  for (const eraseRows of erasers) await untilNone(signal, () => eraseRows(ctx.db, of, rowsPerStep));
}

/** Repeats a step, which returns how many rows it changed, until it changes none. */
async function untilNone(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  do signal.throwIfAborted();
  while ((await step()) > 0);
}

/**
 * Erases a chapter in small steps; what is done when a run is interrupted stays done. Its readers' rows go first: the
 * entries in their libraries then name another chapter.
 */
async function erase(ctx: AppContext, signal: AbortSignal, id: string): Promise<void> {
  await untilNone(signal, () => detachChapter(ctx.db, id, rowsPerStep));
  await eraseMore(ctx, signal, { chapter: id });
  await untilNone(signal, () => eraseChapterRows(ctx.db, id, rowsPerStep));
  await eraseChapter(ctx.db, id);
}

async function eraseWholeStory(ctx: AppContext, signal: AbortSignal, id: string): Promise<void> {
  await untilNone(signal, async () => {
    const chapters = await listAnyChapters(ctx.db, id, itemsPerStep);
    for (const chapter of chapters) await erase(ctx, signal, chapter);
    return chapters.length;
  });
  await eraseMore(ctx, signal, { story: id });
  await untilNone(signal, () => eraseStoryRows(ctx.db, id, rowsPerStep));
  await eraseStory(ctx.db, id);
}

/**
 * Erases what was deleted more than 30 days ago, or for good (docs/product/trash.md#erasure). Stored covers that
 * nothing shows any more are removed with other unused images. Returns the number of stories and chapters.
 */
export async function eraseTrash(
  ctx: AppContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const now = await deletionCutoff(ctx);
  if (now === null) return 0;
  let erased = 0;
  await untilNone(signal, async () => {
    const stories = await takeStoriesToErase(ctx.db, now, itemsPerStep);
    for (const id of stories) await eraseWholeStory(ctx, signal, id);
    const chapters = await takeChaptersToErase(ctx.db, now, itemsPerStep);
    for (const id of chapters) await erase(ctx, signal, id);
    erased += stories.length + chapters.length;
    return stories.length + chapters.length;
  });
  return erased;
}

/** No retries: the next nightly run continues. */
const trashSweep = defineQueue<Record<string, never>>('erase-trash', {
  retries: 0,
  timeout: 3600,
  pollInterval: 60,
});

export function scheduleTrashSweep(ctx: AppContext): void {
  ctx.jobs.work(trashSweep, async (_data, { signal }) => {
    const erased = await eraseTrash(ctx, signal);
    if (erased > 0) ctx.log.info({ erased }, 'erased deleted stories and chapters');
  });
  ctx.jobs.schedule(trashSweep, '50 3 * * *');
}
