import type { Comment } from '@inkling/contract/comments';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { findOwnChapter } from '../chapters/index.ts';
import { requireEditable } from '../stories/index.ts';
import { readComment } from './comment-lists.ts';
import { publishChange, publishClosing } from './comments.live.ts';
import { requirePinnable } from './comments.policy.ts';
import { setClosed, setPinned } from './comments.queries.ts';
import { lockComment, lockForChange } from './comments.service.ts';
import { findPlaces, listClosable } from './places.queries.ts';

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

/** Closes or opens the comments of a story (`chapterId` null) or chapter, and notifies the pages that show them. */
async function changeClosing(
  ctx: RequestContext,
  tx: Db,
  { storyId, chapterId, isClosed }: { storyId: string; chapterId: string | null; isClosed: boolean },
): Promise<void> {
  await setClosed(tx, storyId, chapterId, isClosed);
  const places = await listClosable(tx, storyId, chapterId);
  afterCommit(tx, () => publishClosing(ctx.live, storyId, places));
}

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
    requireEditable(viewer, found);
    await changeClosing(ctx, tx, { storyId, chapterId: null, isClosed });
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
    await changeClosing(ctx, tx, { storyId: story_id, chapterId, isClosed });
    return { isClosed };
  });
