import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { timeToDelete } from '../../platform/time-to-delete.ts';
import { foldViews, forgetVisitorCounts, oldestViews } from './story-views.queries.ts';

/** Forgets whose the views of days before yesterday were; their number stays (docs/product.md §3.4). */
export async function forgetViewersOfOldDays(
  ctx: Pick<AppContext, 'db' | 'clock' | 'databaseTime' | 'log'>,
): Promise<void> {
  const { db } = ctx;
  const now = await timeToDelete(ctx);
  if (now === null) return;
  const yesterday = new Date(now.getTime() - day).toISOString().slice(0, 10);
  await forgetVisitorCounts(db, yesterday);
  // A day at a time: each is one statement that is over soon.
  for (;;) {
    const oldest = await oldestViews(db, yesterday);
    if (oldest === null) return;
    await foldViews(db, oldest);
  }
}

const viewsSweep = defineQueue<Record<string, never>>('fold-views', { longestTry: 600, lookEvery: 60 });

export function foldViewsEveryNight(ctx: AppContext): void {
  ctx.jobs.work(viewsSweep, () => forgetViewersOfOldDays(ctx));
  ctx.jobs.schedule(viewsSweep, '10 2 * * *');
}
