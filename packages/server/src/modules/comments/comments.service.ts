import type { Comment } from '@inkling/contract/comments';
import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { lockPerson } from '../users/index.ts';
import { removeComments } from './comment-counts.queries.ts';
import { readComment } from './comment-lists.ts';
import type { CommentSubject } from './comment-subjects.queries.ts';
import { readSubject } from './comment-subjects.ts';
import { commentChanged, commentLiked } from './comments.events.ts';
import { requireDeletable, requireOpen, requirePinnable, requireWriter } from './comments.policy.ts';
import * as queries from './comments.queries.ts';

/** A comment, locked until the transaction ends, and its subject. Throws NOT_FOUND if the viewer cannot read it. */
async function lockReadable(ctx: RequestContext, tx: Db, viewer: Viewer, id: string) {
  const row = await queries.lockComment(tx, id);
  if (row === undefined) throw notFound('Comment');
  const ref = { kind: row.subject_kind, id: row.subject_id };
  return { row, subject: await readSubject({ ...ctx, db: tx }, viewer, ref, { name: 'Comment' }) };
}

const emitChanged = async (
  ctx: RequestContext,
  tx: Db,
  commentId: string,
  { id, parent_id, is_public }: CommentSubject,
): Promise<void> =>
  emit(ctx, tx, commentChanged, {
    commentId,
    subjectId: id,
    rootId: parent_id ?? id,
    commentsCount: await queries.lockShown(tx, id),
    isPublic: is_public,
  });

/** Changes the text of one's comment. Throws NOT_ALLOWED for another person's, and where comments are closed. */
export async function editComment(
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  content: string,
): Promise<Comment> {
  await transaction(ctx.db, async (tx) => {
    const { row, subject } = await lockReadable(ctx, tx, viewer, id);
    requireWriter(viewer, row);
    requireOpen(viewer, subject);
    if (content === row.content) return;
    await queries.updateContent(tx, id, content, ctx.clock.now());
    await emitChanged(ctx, tx, id, subject);
  });
  return readComment(ctx, viewer, id);
}

/** Deletes one's comment, or one on one's story (docs/product/comments.md#deleting). */
export const deleteComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const { row, subject } = await lockReadable(ctx, tx, viewer, id);
    requireDeletable(viewer, subject, row);
    await removeComments(tx, [id], ctx.clock.now());
    await emitChanged(ctx, tx, id, subject);
  });

/** Likes or unlikes a comment that everyone can read; idempotent. */
const changeLike = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  liked: boolean,
): Promise<{ liked: boolean; likes: number }> =>
  transaction(ctx.db, async (tx) => {
    const { row, subject } = await lockReadable(ctx, tx, viewer, id);
    if (!row.is_shown || !subject.is_public) throw notFound('Comment');
    const likes = liked
      ? await queries.addLike(tx, id, viewer.id, ctx.clock.now())
      : await queries.removeLike(tx, id, viewer.id);
    if (liked && likes !== undefined)
      await emit(ctx, tx, commentLiked, { commentId: id, likerId: viewer.id, subjectId: subject.id });
    return { liked, likes: likes ?? row.likes };
  });

export const likeComment = (ctx: RequestContext, viewer: Viewer, id: string) =>
  changeLike(ctx, viewer, id, true);

export const unlikeComment = (ctx: RequestContext, viewer: Viewer, id: string) =>
  changeLike(ctx, viewer, id, false);

/** Pins a comment on one's story or chapter in place of the one that is pinned there, or unpins it; idempotent. */
const changePin = (ctx: RequestContext, viewer: Viewer, id: string, isPinned: boolean): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    // Only its owner pins on a subject, so this lets one pin wait for the other.
    await lockPerson(tx, viewer.id);
    const { row, subject } = await lockReadable(ctx, tx, viewer, id);
    requirePinnable(viewer, subject, row);
    if (row.is_pinned === isPinned) return;
    await queries.setPinned(tx, subject.id, isPinned ? id : null);
    await emitChanged(ctx, tx, id, subject);
  });

/** Pins a comment on one's story or chapter. Throws NOT_ALLOWED for replies, and on stories of others. */
export async function pinComment(ctx: RequestContext, viewer: Viewer, id: string): Promise<Comment> {
  await changePin(ctx, viewer, id, true);
  return readComment(ctx, viewer, id);
}

/** Unpins a comment; one that is not pinned stays as it is. */
export const unpinComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  changePin(ctx, viewer, id, false);
