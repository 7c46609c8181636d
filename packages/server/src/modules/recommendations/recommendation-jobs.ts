import { hour } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import * as neighbours from './neighbours.queries.ts';
import { updateGenreRankings } from './recommendations.queries.ts';

type JobContext = Pick<AppContext, 'db' | 'clock'>;

/** Stories per transaction. */
const batchSize = 50;
/** Library entries per step, after each of which the job can be stopped without losing much. */
const entriesPerStep = 500;
/** A transaction may commit entries that are this much older than the newest ones. */
const overlap = hour;

async function updateInBatches(ctx: JobContext, ids: string[], signal?: AbortSignal): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    signal?.throwIfAborted();
    await neighbours.updateNeighbours(ctx.db, ids.slice(from, from + batchSize));
  }
}

/**
 * Brings the neighbours up to date with what was added to libraries since the last run: of each reader who added
 * something, the latest stories are compared again. The first run compares all stories in libraries.
 */
export async function refreshNeighbours(ctx: JobContext, signal?: AbortSignal): Promise<void> {
  const { db, clock } = ctx;
  const now = clock.now();
  const last = await neighbours.neighboursUntil(db);
  if (last === null) {
    for (let after: string | null = null; ; ) {
      const ids: string[] = await neighbours.listLibraryStories(db, after, entriesPerStep);
      if (ids.length === 0) break;
      await updateInBatches(ctx, ids, signal);
      after = ids.at(-1) ?? null;
    }
    await neighbours.saveNeighboursUntil(db, now);
    return;
  }
  for (let after = new Date(last.getTime() - overlap); ; ) {
    const { readers, until } = await neighbours.listNewReaders(db, after, now, entriesPerStep);
    if (until === null) break;
    const perReader = neighbours.neighbourLimits.stories;
    await updateInBatches(ctx, await neighbours.listStoriesOfReaders(db, readers, perReader), signal);
    // Never moves backwards, although a run may start before the previous one ends.
    await neighbours.saveNeighboursUntil(db, new Date(Math.max(until.getTime(), last.getTime())));
    after = until;
  }
}

export const refreshGenreRankings = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  updateGenreRankings(db);

const neighbourJobs = defineQueue<Record<string, never>>('story-neighbours', {
  timeout: 3000,
});
const rankingJobs = defineQueue<Record<string, never>>('genre-rankings', { timeout: 600 });

export function refreshRecommendationsHourly(ctx: AppContext): void {
  ctx.jobs.work(neighbourJobs, (_data, { signal }) => refreshNeighbours(ctx, signal));
  ctx.jobs.schedule(neighbourJobs, '35 * * * *');
  ctx.jobs.work(rankingJobs, () => refreshGenreRankings(ctx));
  ctx.jobs.schedule(rankingJobs, '5,20,35,50 * * * *');
}
