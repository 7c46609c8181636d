import type { CommentRefusal } from '@inkling/contract/comments';
import { AppError, notFound } from '../../platform/app-error.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import { isSpoilerFor } from '../chapters/index.ts';
import { isAuthor, requireReadable } from '../stories/index.ts';

/** What decides about the comments of a story or chapter; `is_ahead`: a chapter that the viewer has not reached. */
interface Place {
  chapter_id: string | null;
  author_id: string;
  is_published: boolean;
  is_closed: boolean;
  is_ahead: boolean;
}

interface Comment {
  user_id: string | null;
  parent_id: string | null;
  is_shown: boolean;
}

/** Throws NOT_FOUND for what the viewer cannot read; `found` is undefined for a chapter that is not published. */
export function requireReadablePlace<P extends Place>(
  viewer: PolicyViewer,
  found: P | undefined,
  name: 'Story' | 'Chapter' | 'Comment',
): P {
  if (found === undefined) throw notFound(name);
  if (name === 'Story') return requireReadable(viewer, found);
  if (!found.is_published && !isAuthor(viewer, found)) throw notFound(name);
  return found;
}

/** Why a viewer may not comment; null if they may (docs/product/comments.md#who-comments). */
export function commentRefusal(viewer: PolicyViewer, place: Place): CommentRefusal | null {
  if (viewer === null) return 'signed-out';
  return place.is_closed ? 'closed' : null;
}

const refusals: Record<CommentRefusal, string> = {
  'signed-out': 'Sign in to comment.',
  closed: 'The author has closed comments here.',
};

/** Throws NOT_ALLOWED if the viewer may not comment here. */
export function requireOpen(viewer: PolicyViewer, place: Place): void {
  const refusal = commentRefusal(viewer, place);
  if (refusal !== null) throw new AppError('NOT_ALLOWED', refusals[refusal]);
}

type SpoilerPlace = Pick<Place, 'is_ahead' | 'author_id'>;

/** Whether the comments of a place are folded, apart from the viewer's own (docs/product/comments.md#spoilers). */
export const isFoldedPlace = (viewer: PolicyViewer, { is_ahead, author_id }: SpoilerPlace): boolean =>
  isSpoilerFor(viewer, { isAhead: is_ahead, authorId: author_id, writerId: null });

/** Whether a comment comes without its text until the viewer asks for it. */
export const isFolded = (
  viewer: PolicyViewer,
  { is_ahead, author_id }: SpoilerPlace,
  { is_shown, user_id }: Pick<Comment, 'is_shown' | 'user_id'>,
): boolean => is_shown && isSpoilerFor(viewer, { isAhead: is_ahead, authorId: author_id, writerId: user_id });

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED for another person's. */
export function requireWriter(viewer: PolicyViewer, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(viewer, comment.user_id === viewer?.id, 'You can only edit your own comments.');
}

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED unless it is the viewer's, or on the viewer's story. */
export function requireDeletable(viewer: PolicyViewer, place: Place, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(
    viewer,
    comment.user_id === viewer?.id || isAuthor(viewer, place),
    'You can only delete your own comments and comments on your stories.',
  );
}

/** Throws NOT_FOUND for a removed comment, and NOT_ALLOWED unless it is a top-level comment on the viewer's story. */
export function requirePinnable(viewer: PolicyViewer, place: Place, comment: Comment): void {
  if (!comment.is_shown) throw notFound('Comment');
  requireAllowed(viewer, isAuthor(viewer, place), 'Only the story’s author can pin comments.');
  if (comment.parent_id !== null) throw new AppError('NOT_ALLOWED', 'Replies can’t be pinned.');
}
