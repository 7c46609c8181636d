import { reviewLimits } from '@inkling/contract/limits';
import type { OwnRating, RatingSummary } from '@inkling/contract/ratings';
import { isVisible } from '@inkling/contract/text';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { requireReadable } from '../stories/index.ts';
import { lockActivePerson } from '../users/index.ts';
import { requireRatable } from './ratings.policy.ts';
import { presentOwn, presentSummary } from './ratings.present.ts';
import * as queries from './ratings.queries.ts';
import { findStates } from './story-state.queries.ts';

interface Rated {
  data: OwnRating | null;
  summary: RatingSummary;
}

export interface RatingChanges {
  rating: number;
  review?: string | undefined;
  isSpoiler?: boolean | undefined;
}

const stateOf = async (db: Db, storyId: string, viewerId: string) =>
  (await findStates(db, [{ storyId, viewerId }]))[0];

/** Locks the viewer's account and the story, in the order that everything uses that changes both. */
async function lock(tx: Db, viewer: Viewer, storyId: string): Promise<void> {
  if (!(await lockActivePerson(tx, viewer.id)))
    throw new AppError('SIGN_IN_REQUIRED', 'Please sign in to continue.');
  await queries.lockRatedStory(tx, storyId);
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
    await lock(tx, viewer, storyId);
    const { own } = requireRatable(viewer, await stateOf(tx, storyId, viewer.id));
    if (own === null) await requireRoom(tx, viewer.id);
    const text = changes.review ?? own?.review ?? '';
    const review = isVisible(text) ? text : null;
    await queries.saveRating(tx, {
      storyId,
      userId: viewer.id,
      rating: changes.rating,
      review,
      isSpoiler: review !== null && (changes.isSpoiler ?? own?.is_spoiler ?? false),
      now: clock.now(),
    });
    return rated(tx, viewer, storyId);
  });

async function requireRoom(tx: Db, userId: string): Promise<void> {
  const { perPerson } = reviewLimits;
  if ((await queries.countRatings(tx, userId, perPerson)) < perPerson) return;
  throw new AppError(
    'QUOTA_REACHED',
    `You can rate at most ${perPerson.toLocaleString('en')} stories. Remove a rating to add another.`,
  );
}

async function rated(tx: Db, viewer: Viewer, storyId: string): Promise<Rated> {
  const state = await stateOf(tx, storyId, viewer.id);
  if (state === undefined) throw notFound('Story');
  return { data: presentOwn(state.own), summary: presentSummary(state) };
}

/** Removes one's rating with its review. Throws NOT_FOUND when there is none. */
export const removeRating = ({ db }: RequestContext, viewer: Viewer, storyId: string): Promise<Rated> =>
  transaction(db, async (tx) => {
    await lock(tx, viewer, storyId);
    requireReadable(viewer, await stateOf(tx, storyId, viewer.id));
    const { numDeletedRows } = await queries.deleteRating(tx, storyId, viewer.id);
    if (numDeletedRows === 0n) throw notFound('Rating');
    return rated(tx, viewer, storyId);
  });
