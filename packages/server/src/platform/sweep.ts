import { day, hour } from './clock.ts';
import type { AppContext } from './context.ts';
import { clearOutboxBefore, outboxOf } from './email/configured.ts';
import { deleteOldEmailCounts } from './email/sent-emails.queries.ts';
import { deleteOldFailures } from './http/failed-requests.ts';
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

/** Every night, deletes expired counts of calls, emails, requests to other servers and failed requests, and old outbox emails. */
export function sweepPlatform(ctx: AppContext): void {
  const outboxRetention = ctx.config.OUTBOX_DAYS * day;
  scheduleSweep(ctx, 'platform-sweep', '35 3 * * *', [
    (now) => deleteOldCounts(ctx.db, now),
    (now) => deleteOldEmailCounts(ctx.db, now),
    (now) => deleteOldRequests(ctx.db, now),
    (now) => deleteOldFailures(ctx.db, now),
    async (now) => {
      if (outboxRetention === 0) return;
      await clearOutboxBefore(outboxOf(ctx.config), new Date(now.getTime() - outboxRetention));
    },
  ]);
}

const minSteadyTime = hour;
/** The largest accepted difference between the system clock and the database's clock. */
const maxClockDifference = hour;

/**
 * The current time for deleting expired data, or null with a log line if the time cannot be trusted. That is the
 * case if the system clock jumped or the process started within the last hour, or if the database's clock differs
 * (docs/product/time.md#clocks). A later run then deletes the data.
 */
export async function deletionCutoff({
  clock,
  databaseTime,
  log,
}: Pick<AppContext, 'clock' | 'databaseTime' | 'log'>): Promise<Date | null> {
  const databaseNow = await databaseTime();
  const now = clock.now();
  const difference = Math.abs(databaseNow.getTime() - now.getTime());
  const steadyFor = clock.steadyFor();
  if (difference <= maxClockDifference && steadyFor >= minSteadyTime) return now;
  const seconds = {
    steadyFor: Math.round(steadyFor / 1000),
    databaseDifference: Math.round(difference / 1000),
  };
  log.warn(
    seconds,
    'expired data is not deleted until the system clock has been steady for an hour and agrees with the database',
  );
  return null;
}

export const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);
