import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { countHolders } from './achievements.queries.ts';
import { catalogue } from './catalogue.ts';
import { grantPast } from './grants.ts';

const queue = defineQueue<Record<string, never>>('achievements', { timeout: 3000, once: true });

/** Gives what is new in the catalogue for the past, and counts who holds what. */
export async function refreshAchievements(
  ctx: Pick<AppContext, 'db' | 'clock'>,
  signal?: AbortSignal,
): Promise<void> {
  await grantPast(ctx, signal);
  await countHolders(
    ctx.db,
    catalogue.map(({ id }) => id),
  );
}

export function refreshAchievementsHourly(ctx: AppContext): void {
  ctx.jobs.work(queue, (_data, { signal }) => refreshAchievements(ctx, signal));
  ctx.jobs.schedule(queue, '15 * * * *', { atStart: true });
}
