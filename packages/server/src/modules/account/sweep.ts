import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { clearOutboxBefore, outboxOf } from '../../platform/email/outbox.ts';
import { deleteOldCounts } from '../../platform/http/rate-limits.queries.ts';
import { deleteOldKeys } from '../../platform/idempotency.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { correctFutureTimes, deleteTokensBefore } from './account.queries.ts';
import { deleteEmailTokensBefore } from './email-tokens.queries.ts';
import { deleteOldLocations } from './known-locations.ts';
import { deleteFailuresBefore } from './login-limits.queries.ts';
import { oldestActive } from './tokens.ts';

/** Used links are stored this long, so that opening one again still gets the right response. */
const emailTokenRetention = 30 * day;

const accountSweep = defineQueue<Record<string, never>>('account-sweep', { pollInterval: 60 });

/** Every night, deletes expired sessions, links, counters, idempotency keys, locations and old outbox emails. */
export function sweepAccounts(ctx: AppContext): void {
  ctx.jobs.work(accountSweep, async () => {
    const now = await deletionCutoff(ctx);
    if (now === null) return;
    const outboxRetention = ctx.config.OUTBOX_DAYS * day;
    await correctFutureTimes(ctx.db, now);
    // A failure of one must not prevent the others.
    const results = await Promise.allSettled([
      deleteTokensBefore(ctx.db, oldestActive(ctx.config, now)),
      deleteFailuresBefore(ctx.db, now),
      deleteOldLocations(ctx.db, now),
      deleteOldCounts(ctx.db, now),
      deleteOldKeys(ctx.db, now),
      deleteEmailTokensBefore(ctx.db, new Date(now.getTime() - emailTokenRetention)),
      outboxRetention > 0 &&
        clearOutboxBefore(outboxOf(ctx.config), new Date(now.getTime() - outboxRetention)),
    ]);
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  });
  ctx.jobs.schedule(accountSweep, '40 3 * * *');
}
