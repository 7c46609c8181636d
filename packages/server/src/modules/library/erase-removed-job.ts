import type { AppContext } from '../../platform/context.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { eraseRemoved } from './removed-entries.queries.ts';

const batchSize = 1_000;

const eraseRemovedQueue = defineQueue<Record<string, never>>('erase-removed-entries', {
  timeout: 600,
});

/** Erases removed library entries every hour, once they can no longer be restored. */
export function eraseRemovedHourly(ctx: AppContext): void {
  ctx.jobs.work(eraseRemovedQueue, async () => {
    while ((await eraseRemoved(ctx.db, ctx.clock.now(), batchSize)) === batchSize);
  });
  ctx.jobs.schedule(eraseRemovedQueue, '25 * * * *');
}
