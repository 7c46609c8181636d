import { minute } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import {
  deleteOldActivity,
  markReadersSince,
  raiseTrendingRevision,
  rescoreStories,
  scoreDueStories,
  trendingState,
} from './trending.queries.ts';

/** Longer than the job's interval, so that a late run misses no reader. */
const readersWindow = 10 * minute;
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
  const now = clock.now();
  const today = now.toISOString().slice(0, 10);
  await markReadersSince(db, new Date(now.getTime() - readersWindow));
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

const trending = defineQueue<Record<string, never>>('trending', { timeout: 600 });

export function refreshTrendingOften(ctx: AppContext): void {
  ctx.jobs.work(trending, (_data, { signal }) => refreshTrending(ctx, signal));
  ctx.jobs.schedule(trending, '*/3 * * * *');
}
