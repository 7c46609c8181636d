import type { RatingRefusal } from '@inkling/contract/ratings';
import { AppError } from '../../platform/app-error.ts';
import { type PolicyViewer, requireAllowed } from '../../platform/policy.ts';
import { isSpoilerFor, isStoryAhead, type StoryPlace } from '../chapters/index.ts';
import { isAuthor, requireReadable } from '../stories/index.ts';
import { type Block, requireUnblocked } from '../users/index.ts';

interface RatedStory {
  author_id: string;
  is_published: boolean;
}

/** What decides whether a viewer may rate a story: `has_read`: time in a published chapter, and its end or the story completed. */
export interface RatingRights extends RatedStory {
  has_read: boolean;
  /** The viewer's own rating. */
  own: object | null;
  /** Between the viewer and the author. */
  block: Block | null;
}

interface Review {
  user_id: string;
  is_spoiler: boolean;
  written_at: Date;
  edited_at: Date | null;
}

/** Why a viewer may not rate a story; null if they may (docs/product/ratings.md#who-rates). */
export function ratingRefusal(viewer: PolicyViewer, story: RatingRights): RatingRefusal | null {
  if (viewer === null) return 'signed-out';
  if (isAuthor(viewer, story)) return 'author';
  if (story.block !== null) return 'not-allowed';
  return story.has_read || story.own !== null ? null : 'not-read';
}

const refusals: Record<RatingRefusal, string> = {
  'signed-out': 'Sign in to rate this story.',
  author: 'You can’t rate your own story.',
  'not-read': 'Read a chapter online to rate this story.',
  'not-allowed': 'You can’t rate this story.',
};

/** Throws NOT_FOUND for a story that the viewer cannot read, and NOT_ALLOWED if they may not rate it. */
export function requireRatable<Story extends RatingRights>(
  viewer: PolicyViewer,
  found: Story | undefined,
): Story {
  const story = requireReadable(viewer, found);
  requireUnblocked(story.block, 'rate this story');
  const refusal = ratingRefusal(viewer, story);
  if (refusal !== null) throw new AppError('NOT_ALLOWED', refusals[refusal]);
  return story;
}

/** Whether a spoiler's text stays folded until the viewer asks for it (docs/product/ratings.md#spoilers). */
export const isFolded = (
  viewer: PolicyViewer,
  story: Pick<RatedStory, 'author_id'>,
  review: Review,
  place: StoryPlace,
): boolean =>
  review.is_spoiler &&
  isSpoilerFor(viewer, {
    isAhead: isStoryAhead(place, review.edited_at ?? review.written_at),
    authorId: story.author_id,
    writerId: review.user_id,
  });

/** Throws NOT_ALLOWED unless the viewer is a reader other than the one who wrote the review. */
export function requireOtherReader(
  viewer: NonNullable<PolicyViewer>,
  review: Pick<Review, 'user_id'> & Pick<RatedStory, 'author_id'>,
): void {
  if (review.user_id === viewer.id)
    throw new AppError('NOT_ALLOWED', 'You can’t mark your own review as helpful.');
  if (isAuthor(viewer, review))
    throw new AppError('NOT_ALLOWED', 'You can’t mark reviews of your own story. You can reply to them.');
}

/** Throws NOT_ALLOWED for everyone but the author of the story. */
export function requireStoryAuthor(viewer: PolicyViewer, story: Pick<RatedStory, 'author_id'>): void {
  requireAllowed(viewer, isAuthor(viewer, story), 'Only the author of the story can reply to its reviews.');
}
