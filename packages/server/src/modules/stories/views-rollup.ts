import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { deleteVisitorCounts, oldestViews, rollUpViews } from './story-views.queries.ts';

/** Anonymizes views of days before yesterday: only a count per story stays (docs/product/stories.md#views). */
export async function rollUpOldViews(
  ctx: Pick<AppContext, 'db' | 'clock' | 'databaseTime' | 'log'>,
): Promise<void> {
  const { db } = ctx;
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  const yesterday = new Date(now.getTime() - day).toISOString().slice(0, 10);
  await deleteVisitorCounts(db, yesterday);
  // One day per statement keeps each statement short.
  for (;;) {
    const oldest = await oldestViews(db, yesterday);
    if (oldest === null) return;
    await rollUpViews(db, oldest);
  }
}

const viewsRollup = defineQueue<Record<string, never>>('roll-up-views', { timeout: 600 });

export function rollUpViewsNightly(ctx: AppContext): void {
  ctx.jobs.work(viewsRollup, () => rollUpOldViews(ctx));
  ctx.jobs.schedule(viewsRollup, '10 2 * * *');
}
