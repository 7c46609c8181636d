import { day } from './clock.ts';
import type { AppContext } from './context.ts';
import { deletionCutoff } from './deletion-cutoff.ts';
import { clearOutboxBefore, outboxOf } from './email/configured.ts';
import { deleteOldEmailCounts } from './email/sent-emails.queries.ts';
import { deleteOldCounts } from './http/rate-limits.queries.ts';
import { defineQueue } from './jobs/jobs.ts';
import { deleteOldRequests } from './outside-requests.ts';

/** Deletes what has expired by `now`. */
type Sweep = (now: Date) => Promise<unknown>;

/** Runs sweeps in order on a schedule, unless the time cannot be trusted. A failure of one does not stop the others. */
export function scheduleSweep(ctx: AppContext, name: string, cron: string, sweeps: Sweep[]): void {
  const queue = defineQueue<Record<string, never>>(name);
  ctx.jobs.work(queue, async () => {
    const now = await deletionCutoff(ctx);
    if (now === null) return;
    const failures: unknown[] = [];
    for (const sweep of sweeps) {
      try {
        await sweep(now);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, `${name}: ${failures.join('; ')}`);
  });
  ctx.jobs.schedule(queue, cron);
}

/** Every night, deletes expired counts of calls, emails and requests to other servers, and old outbox emails. */
export function sweepPlatform(ctx: AppContext): void {
  const outboxRetention = ctx.config.OUTBOX_DAYS * day;
  scheduleSweep(ctx, 'platform-sweep', '35 3 * * *', [
    (now) => deleteOldCounts(ctx.db, now),
    (now) => deleteOldEmailCounts(ctx.db, now),
    (now) => deleteOldRequests(ctx.db, now),
    async (now) => {
      if (outboxRetention === 0) return;
      await clearOutboxBefore(outboxOf(ctx.config), new Date(now.getTime() - outboxRetention));
    },
  ]);
}
