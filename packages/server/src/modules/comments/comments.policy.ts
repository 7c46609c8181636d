import type { CommentRefusal } from '@inkling/contract/comments';
import { AppError, notFound } from '../../platform/app-error.ts';
import { checksOf, type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import type { Subject } from '../../platform/subjects.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { requireUnblocked } from '../users/index.ts';
import type { CommentSubject } from './comments.queries.ts';

interface Comment {
  user_id: string | null;
  parent_id: string | null;
}

/** Throws NOT_FOUND for a subject that the viewer cannot read or that takes no comments. */
export function requireSubject<S extends Subject>(found: S | undefined, name: string): S {
  if (!found?.takes_comments) throw notFound(name);
  return found;
}

/** Whether the comments of a writer, or of anyone (null), come without their text (docs/product/comments.md#spoilers). */
export const isFolded = (
  viewer: PolicyViewer,
  subject: Pick<Subject, 'is_ahead' | 'owner_id'>,
  writerId: string | null,
): boolean => isSpoilerFor(viewer, { isAhead: subject.is_ahead, authorId: subject.owner_id, writerId });

/** Throws NOT_FOUND for a subject that the viewer cannot read, and NOT_ALLOWED unless it is theirs. */
export const requireOwner = (viewer: PolicyViewer, found: Subject | undefined, name: string): Subject =>
  checksOf<Subject>(name, {
    canRead: () => true,
    canEdit: (_viewer, subject) => subject.is_moderator,
  }).requireEditable(viewer, found);

/** Why a viewer may not comment; null if they may (docs/product/comments.md#who-comments). */
export function commentRefusal(
  viewer: PolicyViewer,
  { is_closed, refusal, block }: CommentSubject,
): CommentRefusal | null {
  if (viewer === null) return 'signed-out';
  if (refusal === 'banned') return 'banned';
  if (block !== null) return 'not-allowed';
  return is_closed ? 'closed' : null;
}

/** Throws BANNED, with the reason, for a person who may read and not write here. */
export function requireNotBanned({ refusal, ban_reason }: Subject): void {
  if (refusal === 'banned')
    throw new AppError('BANNED', `You’re banned from this community: ${ban_reason ?? ''}`);
}

/** Throws BANNED, and NOT_ALLOWED with a block between the owner and the viewer and if comments are closed here. */
export function requireOpen(subject: CommentSubject): void {
  requireNotBanned(subject);
  requireUnblocked(subject.block, 'comment here');
  if (!subject.is_closed) return;
  throw new AppError(
    'NOT_ALLOWED',
    subject.kind === 'post'
      ? 'This post is locked, so its comments are closed.'
      : 'The author has closed comments here.',
  );
}

/** Throws NOT_ALLOWED for another person's comment. */
export const requireWriter = (viewer: PolicyViewer, comment: Comment): void =>
  requireAllowed(viewer, comment.user_id === viewer?.id, 'You can only edit your own comments.');

/** Throws NOT_ALLOWED unless the comment is the viewer's, or they decide about those on its subject. */
export const requireDeletable = (
  viewer: PolicyViewer,
  subject: Subject | undefined,
  comment: Comment,
): void =>
  requireAllowed(
    viewer,
    comment.user_id === viewer?.id || subject?.is_moderator === true,
    'You can only delete your own comments, and those on your stories and in communities that you moderate.',
  );

/** Throws NOT_ALLOWED unless it is a top-level comment, and the viewer decides about those on its subject. */
export function requirePinnable(viewer: PolicyViewer, subject: Subject, comment: Comment): void {
  requireAllowed(viewer, subject.is_moderator, 'Only the story’s author can pin comments.');
  if (comment.parent_id !== null) throw new AppError('NOT_ALLOWED', 'Replies can’t be pinned.');
}
