import type { AppContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { countReaders, queueRead } from './retention.queries.ts';

type Job = Record<string, never>;
const countingQueue = defineQueue<Job>('count-story-readers', { timeout: 600 });
const everyDayQueue = defineQueue<Job>('count-all-story-readers', { timeout: 600 });

/** Stories whose readers one transaction counts. */
const storiesAtOnce = 10;

type Site = Pick<AppContext, 'db' | 'config' | 'clock'>;

/** Counts the readers of all stories that are due. */
export async function countReadersDue(site: Site): Promise<void> {
  while ((await transaction(site.db, (tx) => countReaders(tx, site, storiesAtOnce))) === storiesAtOnce);
}

/** Counts the readers of all stories. */
export async function countAllReaders(site: Site): Promise<void> {
  await queueRead(site.db, site.clock.now());
  await countReadersDue(site);
}

export function countReadersOften(ctx: AppContext): void {
  ctx.jobs.work(countingQueue, () => countReadersDue(ctx));
  ctx.jobs.schedule(countingQueue, '*/10 * * * *');
  ctx.jobs.work(everyDayQueue, () => countAllReaders(ctx));
  ctx.jobs.schedule(everyDayQueue, '25 4 * * *');
}
