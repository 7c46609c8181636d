import type { AppContext } from '../context.ts';
import { defineQueue } from '../jobs/jobs.ts';
import { listenerStatus } from './operations.queries.ts';
import { dropOldPartitions, ensurePartitions } from './partitions.queries.ts';

const eventMaintenance = defineQueue<Record<string, never>>('event-chores', {
  timeout: 600,
});

/** Nightly: creates the partitions of the next months, drops old ones, and warns about events that were set aside. */
export function eventJobs(ctx: AppContext): void {
  ctx.jobs.work(eventMaintenance, async () => {
    await ensurePartitions(ctx.db, ctx.clock.now());
    const dropped = await dropOldPartitions(ctx.db, ctx.clock.now(), ctx.config.EVENT_MONTHS);
    if (dropped.length > 0) ctx.log.info({ dropped }, 'old months of the event log were dropped');
    for (const { listener, setAside } of await listenerStatus(ctx.db)) {
      if (setAside > 0)
        ctx.log.warn(
          { listener, setAside },
          'a listener has events that were set aside; see docs/operating.md to retry them',
        );
    }
  });
  ctx.jobs.schedule(eventMaintenance, '40 1 * * *');
}
