import { reviewLimits } from '@inkling/contract/limits';
import type { OwnRating, RatingSummary } from '@inkling/contract/ratings';
import { isVisible } from '@inkling/contract/text';
import { signInRequired } from '../../platform/access.ts';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { fact, handleCommit } from '../../platform/events/emit.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { nextId } from '../../platform/screening.queries.ts';
import { screening } from '../../platform/screening.ts';
import { requireReadable } from '../stories/index.ts';
import { insertCounts, rescoreRatings, updateSiteRating } from './rating-scores.queries.ts';
import { ratingSaved } from './ratings.events.ts';
import { requireRatable } from './ratings.policy.ts';
import { presentOwn, presentSummary } from './ratings.present.ts';
import * as queries from './ratings.queries.ts';
import { findState, type OwnRatingRow, type RatingCounts, type StoryState } from './story-state.queries.ts';

interface Rated {
  data: OwnRating | null;
  summary: RatingSummary;
}

export interface RatingChanges {
  rating: number;
  review?: string | undefined;
  isSpoiler?: boolean | undefined;
}

/** Locks the viewer's account, and reads the story's state, of which the viewer's rating then changes only here. */
async function lockState(tx: Db, viewer: Viewer, storyId: string): Promise<StoryState | undefined> {
  if (!(await queries.lockRater(tx, viewer.id))) throw signInRequired();
  return findState(tx, storyId, viewer.id);
}

/**
 * Rates a story, or changes a rating and its review; what is undefined stays as it is. Throws NOT_FOUND for a story that
 * the viewer cannot read, and NOT_ALLOWED for its author and for readers who have not read a chapter
 * (docs/product/ratings.md#who-rates).
 */
export const rateStory = (
  ctx: RequestContext,
  viewer: Viewer,
  storyId: string,
  changes: RatingChanges,
): Promise<Rated> =>
  transaction(ctx.db, async (tx) => {
    const state = requireRatable(viewer, await lockState(tx, viewer, storyId));
    const { own } = state;
    if (own === null) await requireRoom(tx, viewer.id);
    const text = changes.review ?? own?.review ?? '';
    const review = isVisible(text) ? text : null;
    const isWritten = review !== null && review !== own?.review;
    const id = own?.id ?? (await nextId(tx));
    const written = { kind: 'review', id, text, isNew: !own?.review } as const;
    const hold = isWritten ? await screening(ctx).screen(ctx, tx, viewer, written) : null;
    if (review === null && own?.is_held) await screening(ctx).drop(ctx, tx, 'review', id);
    if (!state.is_counted) await insertCounts(tx, storyId);
    const rated = fact(ratingSaved, {
      raterId: viewer.id,
      storyId: storyId.toLowerCase(),
      rating: changes.rating,
      hasReview: review !== null,
      isNew: own === null,
    });
    const input = {
      id,
      storyId,
      userId: viewer.id,
      rating: changes.rating,
      review,
      isSpoiler: review !== null && (changes.isSpoiler ?? own?.is_spoiler ?? false),
      now: ctx.clock.now(),
    };
    const saved = await queries.saveRating(tx, input, rated);
    if (saved === undefined) return presentRated(own, state);
    if (review === null && own?.review) await queries.removeVotesOf(tx, storyId, viewer.id);
    const is_held = hold === null ? own?.is_held === true && review !== null : await hold();
    handleCommit(ctx, tx, [rated]);
    return presentRated({ ...saved, is_held }, saved);
  });

async function requireRoom(tx: Db, userId: string): Promise<void> {
  const { perPerson } = reviewLimits;
  if ((await queries.countRatings(tx, userId, perPerson)) < perPerson) return;
  throw new AppError(
    'QUOTA_REACHED',
    `You can rate at most ${perPerson.toLocaleString('en')} stories. Remove a rating to add another.`,
  );
}

const presentRated = (own: OwnRatingRow | null, counts: RatingCounts): Rated => ({
  data: presentOwn(own),
  summary: presentSummary(counts),
});

/** What the removal of a rating tells of a story that the viewer cannot read. */
const nothingToShow: Rated = { data: null, summary: presentSummary({ counts: [0, 0, 0, 0, 0], reviews: 0 }) };

/**
 * Removes one's rating with its review, also of a story that was unpublished or deleted since. Throws NOT_FOUND when there
 * is none.
 */
export const removeRating = (ctx: RequestContext, viewer: Viewer, storyId: string): Promise<Rated> =>
  transaction(ctx.db, async (tx) => {
    const state = await lockState(tx, viewer, storyId);
    if (state?.own) await screening(ctx).drop(ctx, tx, 'review', state.own.id);
    const counts = await queries.deleteRating(tx, storyId, viewer.id);
    if (counts !== undefined && !state?.is_published) return nothingToShow;
    requireReadable(viewer, state);
    if (counts === undefined) throw notFound('Rating');
    return presentRated(null, counts);
  });

const batchSize = 500;

/**
 * A rating changes its story's score in its own transaction, by the site's mean as stored; this stores the present mean
 * and computes all scores with it (docs/product/lists.md#top-rated).
 */
export async function refreshRatingScores(
  { db }: Pick<AppContext, 'db'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await updateSiteRating(db))) return;
  for (let last: string | null = null; ; ) {
    signal?.throwIfAborted();
    last = await rescoreRatings(db, last, batchSize);
    if (last === null) return;
  }
}

export const refreshRatingScoresHourly = scheduledJob('rating-scores', '25 * * * *', refreshRatingScores, {
  timeout: 600,
});
