import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { computeTrending } from './trending.queries.ts';

/** Computes the trending scores (docs/product/lists.md#trending). */
export const refreshTrending = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  computeTrending(db, clock.now().toISOString().slice(0, 10));

const trending = defineQueue<Record<string, never>>('trending', { timeout: 600 });

export function refreshTrendingOften(ctx: AppContext): void {
  ctx.jobs.work(trending, () => refreshTrending(ctx));
  ctx.jobs.schedule(trending, '*/3 * * * *');
}
