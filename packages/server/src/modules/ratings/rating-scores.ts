import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { rescoreRatings, updateSiteRating } from './rating-scores.queries.ts';

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

const ratingScores = defineQueue<Record<string, never>>('rating-scores', { timeout: 600 });

export function refreshRatingScoresHourly(ctx: AppContext): void {
  ctx.jobs.work(ratingScores, (_data, { signal }) => refreshRatingScores(ctx, signal));
  ctx.jobs.schedule(ratingScores, '25 * * * *');
}
