import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { countHolders } from './achievements.queries.ts';
import { catalogue } from './catalogue.ts';
import { grantPast } from './grants.ts';

const queue = defineQueue<Record<string, never>>('achievements', { timeout: 3000 });

/** Gives what is new in the catalogue for the past, and counts who holds what. */
export function countHoldersHourly(ctx: AppContext): void {
  ctx.jobs.work(queue, async (_data, { signal }) => {
    await grantPast(ctx, signal);
    await countHolders(
      ctx.db,
      catalogue.map(({ id }) => id),
    );
  });
  ctx.jobs.schedule(queue, '15 * * * *');
}
