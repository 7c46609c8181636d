import { trashDays } from '@inkling/contract/trash';
import { AppError } from '../../platform/app-error.ts';
import { day } from '../../platform/clock.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { storySaved } from './stories.events.ts';
import { requireEditable } from './stories.policy.ts';
import * as queries from './stories.queries.ts';
import { emitPublication, requirePublishable } from './story-publishing.ts';
import { lockDeletedStory, markStoryForErasure } from './story-trash.queries.ts';

/** Until when something that is deleted at `now` can be restored. */
export const eraseAfter = (now: Date): Date => new Date(now.getTime() + trashDays * day);

/** Moves a story to the trash: it disappears at once. Its chapters stay as they are. */
export async function deleteStory(ctx: RequestContext, viewer: Viewer, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const story = requireEditable(viewer, await queries.lockStory(tx, id));
    const now = ctx.clock.now();
    await queries.updateStory(tx, id, {
      deleted_at: now,
      erase_at: eraseAfter(now),
      was_published: story.is_published,
      is_published: false,
      updated_at: now,
    });
    if (story.is_published) await emit(ctx, tx, storySaved, { storyId: id, authorId: story.author_id });
  });
}

/** Runs a rule; returns the message of its refusal, or null. */
export async function refusalOf(rule: () => Promise<void>): Promise<string | null> {
  try {
    await rule();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code !== 'NOT_FOUND') return error.message;
    throw error;
  }
}

/**
 * Restores a story of the viewer's trash, and publishes it if it was published and still may be. Returns why it is a
 * draft otherwise. For a story that is not deleted, nothing changes: an answer may have been lost.
 */
export const restoreStory = (ctx: RequestContext, viewer: Viewer, id: string): Promise<string | null> =>
  transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const deleted = await lockDeletedStory(tx, id, now);
    const story = requireEditable(viewer, deleted ?? (await queries.lockStory(tx, id)));
    if (deleted === undefined) return null;
    const refusal = story.was_published ? await refusalOf(() => requirePublishable(ctx, tx, story)) : null;
    const is_published = story.was_published && refusal === null;
    await queries.updateStory(tx, id, {
      deleted_at: null,
      erase_at: null,
      was_published: false,
      is_published,
      updated_at: now,
    });
    await emitPublication(ctx, tx, story, { ...story, is_published });
    return refusal;
  });

/** Removes a story from the viewer's trash for good. */
export const eraseDeletedStory = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    requireEditable(viewer, await lockDeletedStory(tx, id, ctx.clock.now()));
    await markStoryForErasure(tx, id);
  });
