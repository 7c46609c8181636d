import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockStory, raiseRevision, refusalOf } from '../stories/index.ts';
import { putBack } from './arrangement.ts';
import { findArrangement, moveToTrash, recount } from './chapter-order.queries.ts';
import { requireChapterSpace, savePlaced } from './chapter-order.ts';
import { publishChapters, requirePublishable } from './chapter-publishing.ts';
import * as trash from './chapter-trash.queries.ts';
import { chapterDeleted } from './chapters.events.ts';
import { requireEditable } from './chapters.policy.ts';
import { findOwn, lockOwn } from './own-chapter.ts';

/** Moves chapters of a locked story to the trash; the following chapters are renumbered. */
export async function deleteChapters(
  ctx: Pick<RequestContext, 'clock' | 'events' | 'live'>,
  tx: Db,
  story: { id: string; author_id: string },
  ids: string[],
): Promise<void> {
  await moveToTrash(tx, story.id, ids, ctx.clock.now());
  await recount(tx, story.id);
  const payload = { storyId: story.id, authorId: story.author_id };
  await emit(ctx, tx, chapterDeleted, ...ids.map((chapterId) => ({ ...payload, chapterId })));
}

export async function deleteChapter(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const chapter = await lockOwn(tx, viewer, id);
    await deleteChapters(ctx, tx, { id: chapter.story_id, author_id: chapter.author_id }, [chapter.id]);
  });
}

/**
 * Restores a chapter of the viewer's trash to its old place, and publishes it if it was published and still may be.
 * Returns why it is a draft otherwise. For a chapter that is not deleted, nothing changes: an answer may have been lost.
 */
export const restoreChapter = (ctx: RequestContext, viewer: Viewer, id: string): Promise<string | null> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const storyId = await trash.findStoryOf(tx, id);
    // Every change of a chapter locks its story first.
    const story = storyId === undefined ? undefined : await lockStory(tx, storyId);
    const deleted = await trash.lockDeletedChapter(tx, id, now);
    if (deleted === undefined) {
      await findOwn(tx, viewer, id);
      return null;
    }
    requireEditable(viewer, deleted);
    if (story === undefined) {
      throw new AppError(
        'CONFLICT',
        'The story of this chapter is in the trash too. Restore the story first.',
      );
    }
    await returnChapters(tx, story, await trash.lockReturning(tx, story.id, [id], now), now);
    if (!deleted.was_published) return null;
    const chapter = await findOwn(tx, viewer, id);
    return refusalOf(async () => {
      await requirePublishable(ctx, tx, chapter, chapter.word_count);
      await publishChapters(ctx, tx, story, [chapter]);
    });
  });

/** Puts deleted chapters of a locked story back to their places and volumes, as drafts. */
export async function returnChapters(
  tx: Db,
  story: { id: string; chapters: number; exclusive_from: number | null },
  returning: trash.Returning[],
  now: Date,
): Promise<void> {
  requireChapterSpace(story.chapters + returning.length);
  const before = await findArrangement(tx, story.id);
  const after = putBack(before, returning);
  const ids = new Set(returning.map(({ id }) => id));
  const placed = after.chapters.map(({ id }, index) => ({ id, position: index + 1 }));
  await trash.takeOutOfTrash(
    tx,
    placed.filter(({ id }) => ids.has(id)),
    now,
  );
  const exclusive = returning.filter(({ was_exclusive }) => was_exclusive).map(({ id }) => id);
  await savePlaced(tx, story, before, after, ids, exclusive);
  // One of them may be scheduled, and readers see the date.
  await raiseRevision(tx, story.id);
}

/** Removes a chapter from the viewer's trash for good. */
export const eraseDeletedChapter = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await trash.lockDeletedChapter(tx, id, ctx.clock.now()));
    await trash.markChapterForErasure(tx, id);
  });

/** Erases what remains of a chapter, deleted or not, whose other rows are gone. */
export const eraseChapter = (db: Db, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    const storyId = await trash.findStoryOf(tx, id);
    if (storyId === undefined) return;
    await lockStory(tx, storyId);
    await trash.eraseChapter(tx, storyId, id);
  });
