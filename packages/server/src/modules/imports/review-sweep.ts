import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { cancelOldReviews } from './reviews.queries.ts';

const reviewDays = 7;
const expired = 'This import was cancelled, because it had waited for your review for a week.';

/** Cancels imports that have waited for a review for a week, and deletes their text (docs/product/imports.md#review). */
export async function sweepReviews(
  ctx: Pick<AppContext, 'db' | 'clock' | 'databaseTime' | 'log'>,
): Promise<void> {
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  await cancelOldReviews(ctx.db, new Date(now.getTime() - reviewDays * day), now, expired);
}

const reviewSweep = defineQueue<Record<string, never>>('sweep-import-reviews', {
  retries: 0,
});

export function sweepReviewsHourly(ctx: AppContext): void {
  ctx.jobs.work(reviewSweep, () => sweepReviews(ctx));
  ctx.jobs.schedule(reviewSweep, '40 * * * *');
}
