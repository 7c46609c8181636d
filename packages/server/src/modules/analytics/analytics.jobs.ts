import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn, monthOf } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { groupReaders, listAuthorsToGroup } from './groups.queries.ts';
import { nextMonth } from './ranges.ts';
import { deleteOldRows, forgetVisitors, oldestDay } from './raw-rows.queries.ts';
import { countReaders, queueRead } from './retention.queries.ts';

type Job = Record<string, never>;
const rawRowsQueue = defineQueue<Job>('delete-old-analytics', { timeout: 1800 });
const groupsQueue = defineQueue<Job>('analytics-groups', { timeout: 1800, once: true });
const countingQueue = defineQueue<Job>('count-story-readers', { timeout: 600 });
const everyDayQueue = defineQueue<Job>('count-all-story-readers', { timeout: 600 });

const batchSize = 5000;
/** Stories whose readers one transaction counts. */
const storiesAtOnce = 10;

type Site = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** Deletes rows of single views, sessions and readers that are too old, and what visitors were recognized by. */
export async function deleteOldAnalytics(
  ctx: Pick<AppContext, 'db' | 'clock' | 'databaseTime' | 'log'>,
): Promise<void> {
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  // Yesterday may not be over for an author.
  await forgetVisitors(ctx.db, dayAfter(dayIn('UTC', now), -1));
  while ((await deleteOldRows(ctx.db, oldestDay(now), batchSize)) > 0);
}

/**
 * Counts the groups of the month that it is somewhere, and in the first two days of a month those of the one before, which
 * is not over everywhere.
 */
export async function groupAllReaders({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now().getTime();
  const months = new Set([-2, 0, 1].map((days) => monthOf(dayIn('UTC', new Date(now + days * day)))));
  for (const month of months)
    for (const author of await listAuthorsToGroup(db, month))
      await groupReaders(db, author, month, nextMonth(month));
}

/** Counts the readers of all stories that are due. */
export async function countReadersDue(site: Site): Promise<void> {
  while ((await transaction(site.db, (tx) => countReaders(tx, site, storiesAtOnce))) === storiesAtOnce);
}

/** Counts the readers of all stories. */
export async function countAllReaders(site: Site): Promise<void> {
  await queueRead(site.db, site.clock.now());
  await countReadersDue(site);
}

export function runAnalyticsJobs(ctx: AppContext): void {
  ctx.jobs.work(rawRowsQueue, () => deleteOldAnalytics(ctx));
  ctx.jobs.schedule(rawRowsQueue, '50 2 * * *');
  ctx.jobs.work(groupsQueue, () => groupAllReaders(ctx));
  ctx.jobs.schedule(groupsQueue, '7 * * * *');
  ctx.jobs.work(countingQueue, () => countReadersDue(ctx));
  ctx.jobs.schedule(countingQueue, '*/10 * * * *');
  ctx.jobs.work(everyDayQueue, () => countAllReaders(ctx));
  ctx.jobs.schedule(everyDayQueue, '25 4 * * *');
}
