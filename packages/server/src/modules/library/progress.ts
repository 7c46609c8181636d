import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { writeBatcher } from '../../platform/db/write-batcher.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { readerOf } from '../chapters/index.ts';
import { findEntry } from './library-lists.queries.ts';
import { type Progress, type ProgressRow, saveProgress } from './progress.queries.ts';

/** Readers report their progress frequently, so concurrent reports share one commit. */
const writers = perInstance((db: Db) =>
  writeBatcher<Progress, ProgressRow | undefined>({
    keyOf: ({ userId, storyId }) => `${userId} ${storyId}`,
    writeTogether: (many) => saveProgress(db, many),
    writeAlone: async (one) => (await saveProgress(db, [one]))[0],
  }),
);

/** Whether a story that was completed once still is: new chapters make it one in progress again. */
const isCompleted = async (ctx: RequestContext, viewer: Viewer, storyId: string): Promise<boolean> =>
  (await findEntry(ctx.db, readerOf(ctx, viewer), storyId))?.status === 'completed';

/** Saves the progress of a story, which never falls; 100 completes (docs/product/library.md#progress). */
export async function recordProgress(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { progress = 0, lastChapterRead = null }: { progress?: number; lastChapterRead?: string | null },
) {
  const now = ctx.clock.now();
  const row = await writers(ctx.db)({
    userId: viewer.id,
    storyId: storyId.toLowerCase(),
    progress,
    chapterId: lastChapterRead,
    now,
    day: dayIn(viewer.timeZone, now),
    site: ctx,
  });
  if (row === undefined) throw notFound('Story');
  if (row.progress === null) throw notFound('Chapter');
  return {
    progress: row.progress,
    isCompleted:
      row.status === 'completed' && (progress === 100 || (await isCompleted(ctx, viewer, storyId))),
    lastChapterRead: row.last_chapter_id,
  };
}
