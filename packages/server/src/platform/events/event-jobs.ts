import type { AppContext } from '../context.ts';
import { defineQueue } from '../jobs/jobs.ts';
import { listenerStatus } from './operations.queries.ts';
import { ensurePartitions } from './partitions.queries.ts';

const eventChores = defineQueue<Record<string, never>>('event-chores', { timeout: 600, pollInterval: 60 });

/** Every night: makes the partitions of the next months, and warns of events that are set aside. */
export function eventJobs(ctx: AppContext): void {
  ctx.jobs.work(eventChores, async () => {
    await ensurePartitions(ctx.db, ctx.clock.now());
    for (const { listener, setAside } of await listenerStatus(ctx.db)) {
      if (setAside > 0) ctx.log.warn({ listener, setAside }, 'events are set aside (docs/operating.md)');
    }
  });
  ctx.jobs.schedule(eventChores, '40 1 * * *');
}
