import type { Comment } from '@inkling/contract/comments';
import { signInRequired } from '../../platform/access.ts';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { afterCommit, type Db, transaction } from '../../platform/db/db.ts';
import { lockPersonAndStory } from '../stories/index.ts';
import type { CommentRow } from './comment-lists.queries.ts';
import { findReadable, readComment } from './comment-lists.ts';
import { publishChange } from './comments.live.ts';
import { requireDeletable, requireOpen, requireWriter } from './comments.policy.ts';
import * as queries from './comments.queries.ts';
import { type PlaceState, storyIdOf, type Target } from './places.queries.ts';

/** Locks the viewer's account and the story. Throws NOT_FOUND if there is no such thing. */
export async function lockForChange(
  tx: Db,
  viewer: Viewer,
  target: Target,
  name: 'Story' | 'Chapter' | 'Comment',
): Promise<void> {
  const locked = await lockPersonAndStory(tx, viewer.id, storyIdOf(target));
  if (locked === 'inactive') throw signInRequired();
  if (locked === 'missing') throw notFound(name);
}

/** A comment that the viewer can read, after its story was locked until the transaction ends. */
export async function lockComment(
  tx: Db,
  viewer: Viewer,
  id: string,
): Promise<{ row: CommentRow; place: PlaceState }> {
  await lockForChange(tx, viewer, { comment: id }, 'Comment');
  return findReadable(tx, viewer, id);
}

/** Changes the text of one's comment. Throws NOT_ALLOWED for another person's, and where comments are closed. */
export async function editComment(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  content: string,
): Promise<Comment> {
  await transaction(ctx.db, async (tx) => {
    const { row, place } = await lockComment(tx, viewer, id);
    requireWriter(viewer, row);
    requireOpen(viewer, place);
    if (content === row.content) return;
    await queries.updateContent(tx, id, content, ctx.clock.now());
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown));
  });
  return readComment(ctx.db, viewer, id);
}

/** Deletes one's comment, or one on one's story (docs/product/comments.md#deleting). */
export const deleteComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { row, place } = await lockComment(tx, viewer, id);
    requireDeletable(viewer, place, row);
    await queries.deleteComment(tx, id, row.parent_id, ctx.clock.now());
    afterCommit(tx, () => publishChange(ctx.live, place, place.shown - 1));
  });
