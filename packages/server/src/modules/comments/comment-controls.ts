import type { Comment } from '@inkling/contract/comments';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, transaction } from '../../platform/db/db.ts';
import { findOwnChapter } from '../chapters/index.ts';
import { requireEditable } from '../stories/index.ts';
import { readComment } from './comment-lists.ts';
import { publishChange } from './comments.live.ts';
import { requirePinnable } from './comments.policy.ts';
import { setClosed, setPinned } from './comments.queries.ts';
import { lockComment, lockForChange } from './comments.service.ts';
import { findPlaces } from './places.queries.ts';

/** Pins a comment on one's story or chapter in place of the one that is pinned there, or unpins it; idempotent. */
async function changePin(ctx: RequestContext, viewer: Viewer, id: string, isPinned: boolean): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const { row, place } = await lockComment(tx, viewer, id);
    requirePinnable(viewer, place, row);
    if (row.is_pinned === isPinned) return;
    const at = { storyId: place.story_id, placeId: place.chapter_id ?? place.story_id };
    await setPinned(tx, at, isPinned ? id : null);
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown));
  });
}

/** Pins a comment on one's story or chapter. Throws NOT_ALLOWED for replies, and on stories of others. */
export async function pinComment(ctx: RequestContext, viewer: Viewer, id: string): Promise<Comment> {
  await changePin(ctx, viewer, id, true);
  return readComment(ctx.db, viewer, id);
}

/** Unpins a comment; one that is not pinned stays as it is. */
export const unpinComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  changePin(ctx, viewer, id, false);

/** Closes or opens the comments of one's story and all its chapters. */
export const closeStory = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  isClosed: boolean,
): Promise<{ isClosed: boolean }> =>
  transaction(ctx.db, async (tx) => {
    await lockForChange(tx, viewer, { story: storyId }, 'Story');
    const [found] = await findPlaces(tx, [{ storyId, chapterId: null, viewerId: viewer.id }]);
    const place = requireEditable(viewer, found);
    await setClosed(tx, storyId, null, isClosed);
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown));
    return { isClosed };
  });

/** Closes or opens the comments of one's chapter, published or not; those of a closed story stay closed. */
export const closeChapter = (
  ctx: RequestContext,
  viewer: Viewer,
  chapterId: string,
  isClosed: boolean,
): Promise<{ isClosed: boolean }> =>
  transaction(ctx.db, async (tx) => {
    await lockForChange(tx, viewer, { chapter: chapterId }, 'Chapter');
    const { story_id } = await findOwnChapter(tx, viewer, chapterId);
    await setClosed(tx, story_id, chapterId, isClosed);
    return { isClosed };
  });
