import type { OwnRating, RatingSummary, Review } from '@inkling/contract/ratings';
import { averageOf } from '../stories/index.ts';
import type { ReviewRow } from './reviews.queries.ts';
import type { OwnRatingRow, RatingCounts } from './story-state.queries.ts';

/** How a review differs between viewers. */
export interface ViewerMarks {
  isFolded: boolean;
  isHelpful: boolean;
  /** Whether the author's reply is hidden from the viewer. */
  hidesReply: boolean;
}

/** A review for a viewer; a folded one has neither its text nor the author's reply. */
export const presentReview = (row: ReviewRow, { isFolded, isHelpful, hidesReply }: ViewerMarks): Review => ({
  _id: row.id,
  user: row.user,
  rating: row.rating,
  review: isFolded ? null : row.review,
  isSpoiler: row.is_spoiler,
  isFolded,
  progress: row.progress,
  helpful: row.helpful,
  isHelpful,
  createdAt: row.written_at.toISOString(),
  editedAt: row.edited_at?.toISOString() ?? null,
  reply:
    isFolded || hidesReply || row.reply === null || row.replied_at === null
      ? null
      : { text: row.reply, at: row.replied_at.toISOString() },
});

export const presentOwn = (row: OwnRatingRow | null): OwnRating | null =>
  row && {
    _id: row.id,
    rating: row.rating,
    review: row.review ?? '',
    isSpoiler: row.is_spoiler,
    isHeld: row.is_held,
    updatedAt: new Date(row.updated_at).toISOString(),
  };

export function presentSummary({ counts, reviews }: RatingCounts): RatingSummary {
  const ratingsCount = counts.reduce((sum, count) => sum + count, 0);
  const sum = counts.reduce((total, count, index) => total + count * (index + 1), 0);
  return {
    averageRating: averageOf(ratingsCount, sum),
    ratingsCount,
    reviewsCount: reviews,
    distribution: counts,
  };
}
