import type { AppContext } from '../context.ts';
import { defineQueue } from '../jobs/jobs.ts';
import { listenerStatus } from './operations.queries.ts';
import { ensurePartitions } from './partitions.queries.ts';

const eventMaintenance = defineQueue<Record<string, never>>('event-chores', {
  timeout: 600,
});

/** Nightly: creates the partitions of the next months, and warns of events that are set aside. */
export function eventJobs(ctx: AppContext): void {
  ctx.jobs.work(eventMaintenance, async () => {
    await ensurePartitions(ctx.db, ctx.clock.now());
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
