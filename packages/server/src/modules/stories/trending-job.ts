import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import {
  deleteOldActivity,
  raiseTrendingRevision,
  rescoreStories,
  scoreDueStories,
  trendingState,
} from './trending.queries.ts';

/** Stories per transaction; keeps each one short. */
const batchSize = 1000;

/**
 * Computes the scores of the stories with new activity; on a new day, of all that have any in the last seven days
 * (docs/product/lists.md#trending).
 */
export async function refreshTrending(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  const today = clock.now().toISOString().slice(0, 10);
  const { day, isDue } = await trendingState(db);
  const isNewDay = day !== today;
  if (!isNewDay && !isDue) return;
  for (;;) {
    signal?.throwIfAborted();
    if ((await scoreDueStories(db, today, batchSize)) < batchSize) break;
  }
  if (isNewDay) {
    await deleteOldActivity(db, today);
    for (let last: string | null = null; ; ) {
      signal?.throwIfAborted();
      last = await rescoreStories(db, today, last, batchSize);
      if (last === null) break;
    }
  }
  await raiseTrendingRevision(db, today);
}

const trending = defineQueue<Record<string, never>>('trending', { timeout: 600, pollInterval: 15 });

export function refreshTrendingOften(ctx: AppContext): void {
  ctx.jobs.work(trending, (_data, { signal }) => refreshTrending(ctx, signal));
  ctx.jobs.schedule(trending, '*/3 * * * *');
}
