import { paginate } from '@inkling/contract/page';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import type { Erased } from '../../platform/module.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import * as chapters from '../chapters/index.ts';
import { eraseChapter, eraseChapterRows, listAnyChapters, takeChaptersToErase } from '../chapters/index.ts';
import { detachChapter } from '../library/index.ts';
import * as stories from '../stories/index.ts';
import { eraseStory, eraseStoryRows, takeStoriesToErase } from '../stories/index.ts';
import { listTrash } from './trash.queries.ts';

export async function getTrash(ctx: RequestContext, viewer: Viewer, query: { page: number; limit: number }) {
  const { rows, total } = await listTrash(ctx.db, viewer.id, ctx.clock.now(), query);
  return { data: rows, pagination: paginate(query.page, query.limit, total) };
}

export async function restoreStory(ctx: RequestContext, viewer: Viewer, id: string) {
  const draftBecause = await stories.restoreStory(ctx, viewer, id);
  return { story: await stories.getStory(ctx, viewer, id), draftBecause };
}

export async function restoreChapter(ctx: RequestContext, viewer: Viewer, id: string) {
  const draftBecause = await chapters.restoreChapter(ctx, viewer, id);
  return { chapter: (await chapters.readOwn(ctx.db, viewer, id)).summary, draftBecause };
}

/** Rows per statement; few, since a version may have a million characters. */
const rowsPerStep = 500;
const itemsPerStep = 50;

/** Repeats a step, which returns how many rows it changed, until it changes none. */
async function untilNone(signal: AbortSignal, step: () => Promise<number>): Promise<void> {
  do signal.throwIfAborted();
  while ((await step()) > 0);
}

interface ErasedChapter {
  id: string;
  storyId: string;
}

/**
 * Erases a chapter in small steps; what is done when a run is interrupted stays done. Its readers' rows go first: the
 * entries in their libraries then name another chapter.
 */
async function erase(ctx: AppContext, signal: AbortSignal, { id, storyId }: ErasedChapter): Promise<void> {
  await untilNone(signal, () => detachChapter(ctx.db, id, rowsPerStep));
  await eraseInModules(ctx, signal, { storyId, chapterId: id });
  await untilNone(signal, () => eraseChapterRows(ctx.db, id, rowsPerStep));
  await eraseChapter(ctx.db, id);
}

/** Deletes what later modules have about it. */
async function eraseInModules(ctx: AppContext, signal: AbortSignal, erased: Erased): Promise<void> {
  for (const eraseSome of ctx.modules.flatMap(({ erasures = [] }) => erasures))
    await untilNone(signal, () => eraseSome(ctx.db, erased, rowsPerStep));
}

async function eraseWholeStory(ctx: AppContext, signal: AbortSignal, id: string): Promise<void> {
  await untilNone(signal, async () => {
    const chapters = await listAnyChapters(ctx.db, id, itemsPerStep);
    for (const chapter of chapters) await erase(ctx, signal, { id: chapter, storyId: id });
    return chapters.length;
  });
  await eraseInModules(ctx, signal, { storyId: id, chapterId: null });
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
    for (const chapter of chapters) await erase(ctx, signal, chapter);
    erased += stories.length + chapters.length;
    return stories.length + chapters.length;
  });
  return erased;
}

export const sweepTrashNightly = scheduledJob(
  'erase-trash',
  '50 3 * * *',
  async (ctx, signal) => {
    const erased = await eraseTrash(ctx, signal);
    if (erased > 0) ctx.log.info({ erased }, 'erased deleted stories and chapters');
  },
  { retries: 0, timeout: 3600 },
);
