import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { emitFacts, fact } from '../../platform/events/emit.ts';
import { lockStory } from '../stories/index.ts';
import { recount } from './chapter-order.queries.ts';
import { chapterTakenDown, savedFacts } from './chapters.events.ts';
import { findChapter, updateChapter } from './chapters.queries.ts';

interface ChapterRef {
  id: string;
  storyId: string;
}

/** Takes a chapter down; the following chapters are renumbered for readers. */
export async function takeDownChapter(
  ctx: Pick<AppContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  { id, storyId }: ChapterRef,
  reason: string,
): Promise<void> {
  await lockStory(tx, storyId);
  const chapter = await findChapter(tx, id);
  const now = ctx.clock.now();
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateChapter(tx, id, { ...takedown, is_published: false, updated_at: now });
  await recount(tx, storyId);
  if (chapter === undefined) return;
  const story = { id: storyId, author_id: chapter.author_id };
  await emitFacts(ctx, tx, [
    fact(chapterTakenDown, { chapterId: id, storyId, authorId: chapter.author_id }),
    ...(chapter.is_published ? savedFacts(story, { ...chapter, is_published: false }) : []),
  ]);
}

export async function reinstateChapter(tx: Db, { id, storyId }: ChapterRef): Promise<void> {
  await lockStory(tx, storyId);
  await updateChapter(tx, id, { taken_down_at: null, takedown_reason: null });
}
