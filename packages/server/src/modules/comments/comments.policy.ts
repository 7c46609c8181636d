import type { CommentRefusal } from '@inkling/contract/comments';
import { AppError, notFound } from '../../platform/app-error.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import type { Subject } from '../../platform/subjects.ts';
import { isSpoilerFor } from '../chapters/index.ts';

interface Closable extends Pick<Subject, 'owner_id'> {
  is_closed: boolean;
}

interface Comment {
  user_id: string | null;
  parent_id: string | null;
  is_shown: boolean;
}

const isOwner = (viewer: PolicyViewer, { owner_id }: Pick<Subject, 'owner_id'>): boolean =>
  viewer?.id === owner_id;

/** Throws NOT_FOUND for a subject that the viewer cannot read or that takes no comments. */
export function requireSubject<S extends Subject>(found: S | undefined, name: string): S {
  if (found === undefined || !found.takes_comments) throw notFound(name);
  return found;
}

/** Throws NOT_FOUND for a subject that the viewer cannot read, and NOT_ALLOWED unless it is theirs. */
export function requireOwner<S extends Subject>(viewer: PolicyViewer, found: S | undefined, name: string): S {
  if (found === undefined) throw notFound(name);
  requireAllowed(viewer, isOwner(viewer, found), `Only the author can change this ${name.toLowerCase()}.`);
  return found;
}

/** Why a viewer may not comment; null if they may (docs/product/comments.md#who-comments). */
export function commentRefusal(viewer: PolicyViewer, subject: Closable): CommentRefusal | null {
  if (viewer === null) return 'signed-out';
  return subject.is_closed ? 'closed' : null;
}

const refusals: Record<CommentRefusal, string> = {
  'signed-out': 'Sign in to comment.',
  closed: 'The author has closed comments here.',
};

/** Throws NOT_ALLOWED if the viewer may not comment here. */
export function requireOpen(viewer: PolicyViewer, subject: Closable): void {
  const refusal = commentRefusal(viewer, subject);
  if (refusal !== null) throw new AppError('NOT_ALLOWED', refusals[refusal]);
}

/**
 * Whether a comment of this writer comes without its text until the viewer asks for it; with null, whether the comments of
 * a subject do, apart from the viewer's own (docs/product/comments.md#spoilers).
 */
export const isFolded = (
  viewer: PolicyViewer,
  { is_ahead, owner_id }: Pick<Subject, 'is_ahead' | 'owner_id'>,
  writerId: string | null,
): boolean => isSpoilerFor(viewer, { isAhead: is_ahead, authorId: owner_id, writerId });

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED for another person's. */
export function requireWriter(viewer: PolicyViewer, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(viewer, comment.user_id === viewer?.id, 'You can only edit your own comments.');
}

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED unless it is the viewer's, or on the viewer's story. */
export function requireDeletable(viewer: PolicyViewer, subject: Subject, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(
    viewer,
    comment.user_id === viewer?.id || isOwner(viewer, subject),
    'You can only delete your own comments and comments on your stories.',
  );
}

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED unless it is a top-level comment on the viewer's story. */
export function requirePinnable(viewer: PolicyViewer, subject: Subject, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(viewer, isOwner(viewer, subject), 'Only the story’s author can pin comments.');
  if (comment.parent_id !== null) throw new AppError('NOT_ALLOWED', 'Replies can’t be pinned.');
}
