import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { deleteOldRows, dropMonths, ensureMonths, oldestDay } from './raw-rows.queries.ts';
import { rollUp } from './roll-up.ts';

type Job = Record<string, never>;
const rollUpQueue = defineQueue<Job>('roll-up-analytics', { timeout: 600 });
const rawRowsQueue = defineQueue<Job>('delete-old-analytics', { timeout: 1800 });

const batchSize = 5000;

/** Creates the partitions of coming months, and deletes raw rows, readers and quarters that are too old. */
async function deleteOldAnalytics(ctx: AppContext): Promise<void> {
  await ensureMonths(ctx.db, ctx.clock.now());
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  const before = oldestDay(now);
  while ((await deleteOldRows(ctx.db, before, batchSize)) > 0);
  await dropMonths(ctx.db, before);
}

export function runAnalyticsJobs(ctx: AppContext): void {
  ctx.jobs.work(rollUpQueue, () => rollUp(ctx));
  ctx.jobs.schedule(rollUpQueue, '* * * * *');
  ctx.jobs.work(rawRowsQueue, () => deleteOldAnalytics(ctx));
  ctx.jobs.schedule(rawRowsQueue, '50 2 * * *');
}
