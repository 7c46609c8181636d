import type { Db } from '../../platform/db/db.ts';
import { appendEvents } from '../../platform/events/outbox.queries.ts';
import { lockStory } from '../stories/index.ts';
import { recount } from './chapter-order.queries.ts';
import { unpublishedFacts } from './chapters.events.ts';
import { findChapter, updateChapter } from './chapters.queries.ts';

interface ChapterRef {
  id: string;
  storyId: string;
}

/** Takes a chapter down; the following chapters are renumbered for readers. */
export async function takeDownChapter(
  tx: Db,
  { id, storyId }: ChapterRef,
  reason: string,
  now: Date,
): Promise<void> {
  await lockStory(tx, storyId);
  const before = await findChapter(tx, id);
  const takedown = { taken_down_at: now, takedown_reason: reason };
  await updateChapter(tx, id, { ...takedown, is_published: false, updated_at: now });
  await recount(tx, storyId);
  await appendEvents(tx, unpublishedFacts(storyId, before === undefined ? [] : [before]), now);
}

export async function reinstateChapter(tx: Db, { id, storyId }: ChapterRef): Promise<void> {
  await lockStory(tx, storyId);
  await updateChapter(tx, id, { taken_down_at: null, takedown_reason: null });
}
