import { notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import { screening } from '../../platform/screening.ts';
import { lockPerson } from '../users/index.ts';
import { removeComments } from './comment-counts.queries.ts';
import { readComment } from './comment-lists.ts';
import { type Reading, readSubject } from './comment-subjects.ts';
import { commentChanged, commentLiked, commentRemoved } from './comments.events.ts';
import {
  requireDeletable,
  requireNotBanned,
  requireOpen,
  requirePinnable,
  requireSubject,
  requireWriter,
} from './comments.policy.ts';
import type { CommentSubject } from './comments.queries.ts';
import * as queries from './comments.queries.ts';

async function lockShown(tx: Db, viewer: Viewer, id: string) {
  const row = await lockOwnOrShown(tx, viewer, id);
  if (!row.is_shown) throw notFound('Comment');
  return row;
}

/** The same, also for a comment of the viewer's that is held. */
async function lockOwnOrShown(tx: Db, viewer: Viewer, id: string) {
  const row = await queries.lockComment(tx, id, viewer.id);
  if (!row?.is_shown && !row?.is_own_held) throw notFound('Comment');
  return row;
}

/**
 * A comment that is shown, locked until the transaction ends, and its subject; `isLocked` locks that, too, if it is of a
 * kind that can be. Throws NOT_FOUND if the viewer cannot read it.
 */
export async function lockReadable(ctx: Reading, tx: Db, viewer: Viewer, id: string, isLocked = false) {
  const row = await lockShown(tx, viewer, id);
  return { row, subject: await readSubjectOf(ctx, tx, viewer, row, isLocked) };
}

const readSubjectOf = (ctx: Reading, tx: Db, viewer: Viewer, row: queries.LockedComment, isLocked = false) =>
  readSubject({ ...ctx, db: tx }, viewer, row.subject_kind, row.subject_id, isLocked, 'Comment');

/** The same for taking something back, which is possible on what someone wrote who is hidden from the viewer. */
async function lockToTakeBack(ctx: Reading, tx: Db, viewer: Viewer, id: string) {
  const row = await lockShown(tx, viewer, id);
  const reading = { ...ctx, db: tx };
  const found = await queries.findSubject(reading, row.subject_kind, row.subject_id, viewer.id);
  return { row, subject: requireSubject(found, 'Comment') };
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
export async function editComment(ctx: RequestContext, viewer: Viewer, id: string, content: string) {
  await transaction(ctx.db, async (tx) => {
    const row = await lockOwnOrShown(tx, viewer, id);
    const subject = await readSubjectOf(ctx, tx, viewer, row);
    requireWriter(viewer, row);
    requireOpen(subject);
    if (content === row.content) return;
    const text = { kind: 'comment', id, text: content, isNew: false } as const;
    const hold = await screening(ctx).screen(ctx, tx, viewer, text);
    await queries.updateContent(tx, id, content, ctx.clock.now());
    await hold?.();
    // Others know nothing of one that was held before.
    if (row.is_shown) await emitChanged(ctx, tx, id, subject);
  });
  return readComment(ctx, viewer, id);
}

/**
 * Deletes one's comment, also where one no longer reads, or one about which one decides
 * (docs/product/comments.md#deleting).
 */
export const deleteComment = (ctx: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    const row = await lockOwnOrShown(tx, viewer, id);
    const { subject_kind: kind, subject_id, user_id } = row;
    const subject = await queries.findSubject({ ...ctx, db: tx }, kind, subject_id, viewer.id);
    if (user_id !== viewer.id) requireSubject(subject, 'Comment');
    requireDeletable(viewer, subject, row);
    await screening(ctx).drop(ctx, tx, 'comment', id);
    await removeComments(tx, 'id', id, ctx.clock.now());
    if (user_id !== null && user_id !== viewer.id)
      await emit(ctx, tx, commentRemoved, { commentId: id, writerId: user_id, subjectId: subject_id });
    // What the writer cannot read is not reported to others by them.
    if (subject !== undefined && row.is_shown) await emitChanged(ctx, tx, id, subject);
  });

/** Likes or unlikes a comment; idempotent. */
export const changeLike = (ctx: RequestContext, viewer: Viewer, id: string, action: 'add' | 'remove') =>
  transaction(ctx.db, async (tx) => {
    const lock = action === 'add' ? lockReadable : lockToTakeBack;
    const { row, subject } = await lock(ctx, tx, viewer, id);
    if (!subject.takes_likes || (row.is_hidden && action === 'add')) throw notFound('Comment');
    if (action === 'add') requireNotBanned(subject);
    const { liked, likes, change } = await queries.commentLikes.changeNow(
      action,
      tx,
      viewer,
      id,
      ctx.clock.now(),
    );
    if (change?.by === 1)
      await emit(ctx, tx, commentLiked, { commentId: id, likerId: viewer.id, subjectId: subject.id });
    return { liked, likes };
  });

/**
 * Pins a comment on a subject that one decides about in place of the one that is pinned there, or unpins it; idempotent.
 * Throws NOT_ALLOWED for replies, and for others.
 */
export const changePin = (
  ctx: RequestContext,
  viewer: Viewer,
  id: string,
  isPinned: boolean,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    // Lets one pin of a person wait for the other.
    await lockPerson(tx, viewer.id);
    const { row, subject } = await lockReadable(ctx, tx, viewer, id);
    requirePinnable(viewer, subject, row);
    if (row.is_pinned === isPinned) return;
    // A community has several moderators.
    await queries.lockShown(tx, subject.id);
    await queries.setPinned(tx, subject.id, isPinned ? id : null);
    await emitChanged(ctx, tx, id, subject);
  });
