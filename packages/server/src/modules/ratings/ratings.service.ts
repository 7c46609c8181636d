import { reviewLimits } from '@inkling/contract/limits';
import type { OwnRating, RatingSummary } from '@inkling/contract/ratings';
import { isVisible } from '@inkling/contract/text';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { lockPersonAndStory, requireReadable } from '../stories/index.ts';
import { requireRatable } from './ratings.policy.ts';
import { presentOwn, presentSummary } from './ratings.present.ts';
import * as queries from './ratings.queries.ts';
import { findStates, type OwnRatingRow, type StoryState } from './story-state.queries.ts';

interface Rated {
  data: OwnRating | null;
  summary: RatingSummary;
}

export interface RatingChanges {
  rating: number;
  review?: string | undefined;
  isSpoiler?: boolean | undefined;
}

/** Locks the viewer's account and the story, and reads the story's state, which then changes only here. */
async function lockState(tx: Db, viewer: Viewer, storyId: string): Promise<StoryState | undefined> {
  if ((await lockPersonAndStory(tx, viewer.id, storyId)) === 'inactive') throw signInRequired();
  return (await findStates(tx, [{ storyId, viewerId: viewer.id }]))[0];
}

/**
 * Rates a story, or changes a rating and its review; what is undefined stays as it is. Throws NOT_FOUND for a story that
 * the viewer cannot read, and NOT_ALLOWED for its author and for readers who have not read a chapter
 * (docs/product/ratings.md#who-rates).
 */
export const rateStory = (
  { db, clock }: RequestContext,
  viewer: Viewer,
  storyId: string,
  changes: RatingChanges,
): Promise<Rated> =>
  transaction(db, async (tx) => {
    const state = requireRatable(viewer, await lockState(tx, viewer, storyId));
    const { own } = state;
    if (own === null) await requireRoom(tx, viewer.id);
    const text = changes.review ?? own?.review ?? '';
    const review = isVisible(text) ? text : null;
    if (review === null && own?.review) await queries.removeVotesOf(tx, storyId, viewer.id);
    const saved = await queries.saveRating(tx, {
      storyId,
      userId: viewer.id,
      rating: changes.rating,
      review,
      isSpoiler: review !== null && (changes.isSpoiler ?? own?.is_spoiler ?? false),
      now: clock.now(),
    });
    return rated(state, saved ?? own);
  });

async function requireRoom(tx: Db, userId: string): Promise<void> {
  const { perPerson } = reviewLimits;
  if ((await queries.countRatings(tx, userId, perPerson)) < perPerson) return;
  throw new AppError(
    'QUOTA_REACHED',
    `You can rate at most ${perPerson.toLocaleString('en')} stories. Remove a rating to add another.`,
  );
}

/** The reader's rating after a change, and the summary with it in place of the former one. */
function rated({ counts, reviews, own: before }: StoryState, after: OwnRatingRow | null): Rated {
  const countOf = (row: OwnRatingRow | null, stars: number) => (row?.rating === stars ? 1 : 0);
  const reviewOf = (row: OwnRatingRow | null) => (row?.review ? 1 : 0);
  return {
    data: presentOwn(after),
    summary: presentSummary({
      counts: counts.map((count, index) => count - countOf(before, index + 1) + countOf(after, index + 1)),
      reviews: reviews - reviewOf(before) + reviewOf(after),
    }),
  };
}

/** What the removal of a rating tells of a story that the viewer cannot read. */
const nothingToShow: Rated = { data: null, summary: presentSummary({ counts: [0, 0, 0, 0, 0], reviews: 0 }) };

/**
 * Removes one's rating with its review, also of a story that was unpublished or deleted since. Throws NOT_FOUND when there
 * is none.
 */
export const removeRating = ({ db }: RequestContext, viewer: Viewer, storyId: string): Promise<Rated> =>
  transaction(db, async (tx) => {
    const state = await lockState(tx, viewer, storyId);
    const { numDeletedRows } = await queries.deleteRating(tx, storyId, viewer.id);
    if (numDeletedRows > 0n && !state?.is_published) return nothingToShow;
    const readable = requireReadable(viewer, state);
    if (numDeletedRows === 0n) throw notFound('Rating');
    return rated(readable, null);
  });
