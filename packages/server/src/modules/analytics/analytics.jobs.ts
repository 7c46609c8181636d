import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn, monthOf } from '../../platform/days.ts';
import { transaction } from '../../platform/db/db.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { deletionCutoff } from '../../platform/sweep.ts';
import { groupReaders, listAuthorsToGroup } from './groups.queries.ts';
import { nextMonth } from './ranges.ts';
import { deleteOldRows, forgetVisitors, oldestDay } from './raw-rows.queries.ts';
import { countReaders, queueRead } from './retention.queries.ts';

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

export const analyticsJobs = [
  scheduledJob('delete-old-analytics', '50 2 * * *', deleteOldAnalytics, { timeout: 1800 }),
  scheduledJob('analytics-groups', '7 * * * *', groupAllReaders, { timeout: 1800, once: true }),
  scheduledJob('count-story-readers', '*/10 * * * *', countReadersDue, { timeout: 600 }),
  scheduledJob('count-all-story-readers', '25 4 * * *', countAllReaders, { timeout: 600 }),
];
