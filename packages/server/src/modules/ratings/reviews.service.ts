import { type Pagination, paginate } from '@inkling/contract/page';
import type { OwnRating, RatingRefusal, RatingSummary, Review, ReviewSort } from '@inkling/contract/ratings';
import { notFound, requireFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { requireReadable } from '../stories/index.ts';
import { findHidden, findPublicPerson } from '../users/index.ts';
import { isFolded, ratingRefusal, requireOtherReader, requireStoryAuthor } from './ratings.policy.ts';
import { presentOwn, presentReview, presentSummary } from './ratings.present.ts';
import * as queries from './ratings.queries.ts';
import { findReview, findVotes, listReviews, listWrittenBy, type ReviewRow } from './reviews.queries.ts';
import { countUnlisted, findState, placeIn } from './story-state.queries.ts';

interface ReviewList {
  data: Review[];
  pagination: Pagination;
  summary: RatingSummary;
  mine: OwnRating | null;
  refusal: RatingRefusal | null;
}

/** One page of a story's reviews, without those by people who are hidden from the viewer. */
export async function readReviews(
  { db }: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  { sort, page, limit }: { sort: ReviewSort; page: number; limit: number },
): Promise<ReviewList> {
  const state = requireReadable(viewer, await findState(db, storyId, viewer?.id ?? null));
  const all = state.reviews === 0 ? [] : await listReviews(db, storyId, { sort, page, limit });
  const total = state.reviews === 0 ? 0 : state.reviews - (await countUnlisted(db, storyId));
  const hidden =
    viewer !== null && state.hides_anyone
      ? await findHidden(db, viewer.id, [state.author_id, ...all.map(({ user_id }) => user_id)])
      : new Set<string>();
  const rows = all.filter(({ user_id }) => !hidden.has(user_id));
  const ids = rows.map(({ id }) => id);
  const votes =
    viewer !== null && state.has_votes ? await findVotes(db, storyId, viewer.id, ids) : new Set<string>();
  const place = placeIn(state);
  return {
    data: rows.map((row) =>
      presentReview(row, {
        isFolded: isFolded(viewer, state, row, place),
        isHelpful: votes.has(row.id),
        hidesReply: hidden.has(state.author_id),
      }),
    ),
    pagination: paginate(page, limit, total),
    summary: { ...presentSummary(state), reviewsCount: total },
    mine: presentOwn(state.own),
    refusal: ratingRefusal(viewer, state),
  };
}

/** A page of a person's reviews. Throws NOT_FOUND. */
export async function listReviewsBy(
  { db }: RequestContext,
  viewer: Viewer | null,
  username: string,
  { page, limit }: { page: number; limit: number },
) {
  const person = requireFound(await findPublicPerson(db, username), 'Person');
  const { rows, total } = await listWrittenBy(db, person.id, viewer, { page, limit });
  return { data: rows, pagination: paginate(page, limit, total) };
}

type Found = ReviewRow & { author_id: string; isFolded: boolean; hidesReply: boolean };

/** A review that the viewer may see, with its story's author; spoilers are folded for visitors alone. Throws NOT_FOUND. */
async function requireReview(db: Db, viewer: Viewer | null, id: string): Promise<Found> {
  const viewerId = viewer?.id ?? null;
  const row = requireFound(await findReview(db, id, viewerId), 'Review');
  const state = requireReadable(viewer, await findState(db, row.story_id, viewerId));
  return {
    ...row,
    author_id: state.author_id,
    hidesReply: viewer !== null && (await findHidden(db, viewer.id, [state.author_id])).size > 0,
    isFolded: viewer === null && isFolded(viewer, state, row, placeIn(state)),
  };
}

/** The review, locked until the transaction ends. */
async function lockReview(tx: Db, viewer: Viewer, id: string): Promise<Found> {
  if (!(await queries.lockRater(tx, viewer.id))) throw notFound('Review');
  await queries.lockReview(tx, id);
  return requireReview(tx, viewer, id);
}

async function present(db: Db, viewer: Viewer | null, row: Found): Promise<Review> {
  const votes = viewer === null ? new Set<string>() : await findVotes(db, row.story_id, viewer.id, [row.id]);
  const { isFolded, hidesReply } = row;
  return presentReview(row, { isFolded, hidesReply, isHelpful: votes.has(row.id) });
}

/** One review with its text, which signed-in readers ask for when it is folded in the list. */
export const readReview = async (
  { db }: RequestContext,
  viewer: Viewer | null,
  id: string,
): Promise<Review> => present(db, viewer, await requireReview(db, viewer, id));

/** Marks another reader's review as helpful, or takes that back; idempotent (docs/product/ratings.md#helpful). */
export const setHelpful = (
  { db, clock }: RequestContext,
  viewer: Viewer,
  id: string,
  isHelpful: boolean,
): Promise<{ helpful: number; isHelpful: boolean }> =>
  transaction(db, async (tx) => {
    const review = await lockReview(tx, viewer, id);
    if (isHelpful) requireOtherReader(viewer, review);
    await queries.setVote(tx, review, viewer.id, isHelpful, clock.now());
    return { helpful: (await findReview(tx, id, viewer.id))?.helpful ?? 0, isHelpful };
  });

/** Replies to a review of one's own story, or changes the reply (docs/product/ratings.md#replies). */
export const replyToReview = (
  { db, clock }: RequestContext,
  viewer: Viewer,
  id: string,
  text: string,
): Promise<Review> =>
  transaction(db, async (tx) => {
    requireStoryAuthor(viewer, await lockReview(tx, viewer, id));
    await queries.setReply(tx, id, text, clock.now());
    return present(tx, viewer, await requireReview(tx, viewer, id));
  });

/** Removes one's reply. Throws NOT_FOUND when there is none. */
export const removeReply = ({ db, clock }: RequestContext, viewer: Viewer, id: string): Promise<void> =>
  transaction(db, async (tx) => {
    requireStoryAuthor(viewer, await lockReview(tx, viewer, id));
    if (!(await queries.setReply(tx, id, null, clock.now()))) throw notFound('Reply');
  });
