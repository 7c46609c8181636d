import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { dayIn } from '../../platform/days.ts';
import type { Db } from '../../platform/db/db.ts';
import { writeBatcher } from '../../platform/db/write-batcher.ts';
import { type Progress, type ProgressRow, saveProgress, saveProgressSoon } from './progress.queries.ts';

const savers = new WeakMap<Db, (progress: Progress) => Promise<ProgressRow | undefined>>();

/** Readers report their progress all the time: those who do so together share one commit. */
function saverOf(db: Db): (progress: Progress) => Promise<ProgressRow | undefined> {
  const known = savers.get(db);
  if (known) return known;
  const saver = writeBatcher<Progress, ProgressRow | undefined>({
    keyOf: ({ userId, storyId }) => `${userId} ${storyId}`,
    writeTogether: (many) => (many.length === 1 ? saveProgress(db, many) : saveProgressSoon(db, many)),
    writeAlone: async (one) => (await saveProgress(db, [one]))[0],
  });
  savers.set(db, saver);
  return saver;
}

/** Keeps how far a story is read; it never falls by itself, and 100 completes (docs/product.md §4.2). */
export async function recordProgress(
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  { progress = 0, lastChapterRead = null }: { progress?: number; lastChapterRead?: string | null },
) {
  const now = ctx.clock.now();
  const row = await saverOf(ctx.db)({
    userId: viewer.id,
    storyId: storyId.toLowerCase(),
    progress,
    chapterId: lastChapterRead,
    now,
    day: dayIn(viewer.timeZone, now),
  });
  if (row === undefined) throw notFound('Story');
  if (!row.chapter_found) throw notFound('Chapter');
  return {
    progress: row.progress,
    isCompleted: row.status === 'completed',
    lastChapterRead: row.last_chapter_id,
  };
}
