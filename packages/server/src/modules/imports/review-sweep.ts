import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { cancelOldReviews } from './reviews.queries.ts';

export const reviewDays = 7;
const expired = 'This import was canceled, because it waited a week for your review.';

/** Every hour, cancels imports that have waited for a review for a week, and deletes their text (docs/product/imports.md#review). */
export const sweepReviews = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'sweep-import-reviews', '40 * * * *', [
    (now) => cancelOldReviews(ctx.db, new Date(now.getTime() - reviewDays * day), now, expired),
  ]);
