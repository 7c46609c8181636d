import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { deleteVisitorCounts, oldestViews, rollUpViews } from './story-views.queries.ts';

/** Forgets whose the views of days before yesterday were; their number stays (docs/product.md §3.4). */
export async function deleteOldVisitorCounts(
  ctx: Pick<AppContext, 'db' | 'clock' | 'databaseTime' | 'log'>,
): Promise<void> {
  const { db } = ctx;
  const now = await deletionCutoff(ctx);
  if (now === null) return;
  const yesterday = new Date(now.getTime() - day).toISOString().slice(0, 10);
  await deleteVisitorCounts(db, yesterday);
  // A day at a time: each is one statement that is over soon.
  for (;;) {
    const oldest = await oldestViews(db, yesterday);
    if (oldest === null) return;
    await rollUpViews(db, oldest);
  }
}

const viewsSweep = defineQueue<Record<string, never>>('fold-views', { timeout: 600, pollInterval: 60 });

export function rollUpViewsNightly(ctx: AppContext): void {
  ctx.jobs.work(viewsSweep, () => deleteOldVisitorCounts(ctx));
  ctx.jobs.schedule(viewsSweep, '10 2 * * *');
}
