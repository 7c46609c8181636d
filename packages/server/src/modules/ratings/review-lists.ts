import { type Pagination, paginate } from '@inkling/contract/page';
import type { OwnRating, RatingRefusal, RatingSummary, Review, ReviewSort } from '@inkling/contract/ratings';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import { requireReadable } from '../stories/index.ts';
import { findHidden } from '../users/index.ts';
import { isFolded, ratingRefusal } from './ratings.policy.ts';
import { presentOwn, presentReview, presentSummary, type ViewerMarks } from './ratings.present.ts';
import { findVotes, listReviews, type ReviewRow } from './reviews.queries.ts';
import { countUnlisted, findState, placeIn } from './story-state.queries.ts';

interface ReviewPage {
  rows: ReviewRow[];
  /** How many reviews of the story are listed. */
  total: number;
}

const bytesOf = ({ rows }: ReviewPage): number =>
  rows.reduce((sum, row) => sum + 1_000 + 2 * (row.review.length + (row.reply?.length ?? 0)), 500);

const pages = perInstance((_db: Db) => revisionCache(bytesOf));
const responses = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

interface ReviewList {
  data: Review[];
  pagination: Pagination;
  summary: RatingSummary;
  mine: OwnRating | null;
  refusal: RatingRefusal | null;
}

/**
 * One page of a story's reviews. Every request queries access, the revision of the reviews and what the viewer has read,
 * rated and marked; the page comes from the cache where the revision is current, and viewers who have rated and marked
 * nothing, and to whom the same spoilers are folded, get the same response. Reviews by people who are hidden from the viewer
 * are left out of it.
 */
export async function readReviews(
  { db }: RequestContext,
  viewer: Viewer | null,
  storyId: string,
  { sort, page, limit }: { sort: ReviewSort; page: number; limit: number },
): Promise<PrebuiltJson | ReviewList> {
  const state = requireReadable(viewer, await findState(db, storyId, viewer?.id ?? null));
  const key = `${storyId} ${sort} ${page} ${limit}`;
  const { rows: all, total } = await pages(db).load(key, state.revision, async () => ({
    rows: state.reviews === 0 ? [] : await listReviews(db, storyId, { sort, page, limit }),
    total: state.reviews === 0 ? 0 : state.reviews - (await countUnlisted(db, storyId)),
  }));
  const hidden =
    viewer !== null && state.hides_anyone
      ? await findHidden(db, viewer.id, [state.author_id, ...all.map(({ user_id }) => user_id)])
      : new Set<string>();
  const rows = all.filter(({ user_id }) => !hidden.has(user_id));
  const hidesReply = hidden.has(state.author_id);
  const place = placeIn(state);
  const votes =
    viewer !== null && state.has_votes
      ? await findVotes(
          db,
          storyId,
          viewer.id,
          rows.map(({ id }) => id),
        )
      : new Set<string>();
  const marks = rows.map(
    (row): ViewerMarks => ({
      isFolded: isFolded(viewer, state, row, place),
      isHelpful: votes.has(row.id),
      hidesReply,
    }),
  );
  const refusal = ratingRefusal(viewer, state);
  const present = (): ReviewList => ({
    data: rows.map((row, index) =>
      presentReview(row, marks[index] ?? { isFolded: true, isHelpful: false, hidesReply }),
    ),
    pagination: paginate(page, limit, total),
    summary: { ...presentSummary(state), reviewsCount: total },
    mine: presentOwn(state.own),
    refusal,
  });
  if (state.own !== null || votes.size > 0 || hidden.size > 0) return present();
  const folded = marks.map((mark) => (mark.isFolded ? 1 : 0)).join('');
  return responses(db).load(`${key} ${refusal} ${folded}`, state.revision, async () =>
    prebuiltJson(present()),
  );
}
