import { setTimeout as sleep } from 'node:timers/promises';
import { day, hour } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import * as neighbours from './neighbours.queries.ts';
import { updateGenreRankings } from './recommendations.queries.ts';

type JobContext = Pick<AppContext, 'db' | 'clock'>;

/** Stories that one transaction compares: each takes up to 25 ms with large libraries. */
const storiesPerSlice = 2;
/** The library entries, or on the first run the stories, for which one statement makes stories due and counts readers. */
const countsPerSlice = 50;
/** How long the job rests after each slice, as a multiple of the time that the slice took. */
const restShare = 3;
/** A transaction may commit entries that are this much older than the newest ones. */
const overlap = hour;

/**
 * Brings the neighbours up to date with what was added to libraries since the last run: the latest stories of each
 * reader who added something are due to be compared again, each at most once a day. The first run compares all stories.
 */
export async function refreshNeighbours(
  { db, clock }: JobContext,
  { signal, rests = false }: { signal?: AbortSignal; rests?: boolean } = {},
): Promise<void> {
  const now = clock.now();
  const slice = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const result = await work();
    if (rests) await sleep(restShare * (performance.now() - startedAt));
    return result;
  };
  const last = await neighbours.neighboursUntil(db);
  if (last === null) {
    const addAfter = (after: string | null) =>
      slice(() => neighbours.addAllStories(db, after, countsPerSlice));
    for (let after = await addAfter(null); after !== null; ) after = await addAfter(after);
    await neighbours.saveNeighboursUntil(db, now);
  }
  for (let after = new Date((last ?? now).getTime() - overlap); last !== null; ) {
    const until = await slice(() => neighbours.addDueStories(db, after, now, countsPerSlice));
    if (until === null) break;
    // Never moves backwards, although a run may start before the previous one ends.
    await neighbours.saveNeighboursUntil(db, new Date(Math.max(until.getTime(), last.getTime())));
    after = until;
  }
  const due = { now, before: new Date(now.getTime() - day), max: storiesPerSlice };
  while ((await slice(() => neighbours.compareDueStories(db, due))) > 0);
  await neighbours.raiseRevision(db);
}

export const refreshGenreRankings = ({ db }: Pick<AppContext, 'db'>): Promise<void> =>
  updateGenreRankings(db);

const refreshSlowly = (ctx: AppContext, signal: AbortSignal) =>
  refreshNeighbours(ctx, { signal, rests: true });

export const recommendationJobs = [
  scheduledJob('story-neighbours', '35 * * * *', refreshSlowly, { timeout: 3000 }),
  scheduledJob('genre-rankings', '5,20,35,50 * * * *', refreshGenreRankings, { timeout: 600 }),
];
