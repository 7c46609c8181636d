import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { dayAfter, dayIn } from '../../platform/days.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { computeMeans } from './reading-analytics.queries.ts';

const queue = defineQueue<Record<string, never>>('reading-means', { timeout: 1800, once: true });

/** The days of which consistency is told, today included, and those whose sessions tell how somebody reads. */
export const consistencyDays = 28;
export const habitDays = 90;

/** Computes what readers are compared with (docs/product/reading-analytics.md#comparison). */
export const computeReadingMeans = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now();
  const firstDay = dayAfter(dayIn('UTC', now), 1 - consistencyDays);
  return computeMeans(db, firstDay, new Date(now.getTime() - habitDays * day));
};

export function computeMeansDaily(ctx: AppContext): void {
  ctx.jobs.work(queue, () => computeReadingMeans(ctx));
  ctx.jobs.schedule(queue, '15 4 * * *');
}
