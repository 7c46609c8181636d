import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { forgetCounts } from '../../platform/http/rate-limits-kept.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { forgetKeys } from '../../platform/made-once.ts';
import { clearOutboxBefore, outboxOf } from '../../platform/mail/outbox.ts';
import { timeToDelete } from '../../platform/time-to-delete.ts';
import { correctFutureTimes, deleteTokensBefore } from './account.queries.ts';
import { forgetOldPlaces } from './known-places.ts';
import { deleteLinksBefore } from './links.queries.ts';
import { deleteFailuresBefore } from './login-limits.queries.ts';
import { oldestCounting } from './tokens.ts';

/** Links that were followed are kept so long, for those who open the mail once more. */
const linksKept = 30 * day;

const accountSweep = defineQueue<Record<string, never>>('account-sweep', { lookEvery: 60 });

/** Has log-ins, links, counts, keys and places that are long over forgotten every night, and old mails deleted. */
export function sweepAccounts(ctx: AppContext): void {
  ctx.jobs.work(accountSweep, async () => {
    const now = await timeToDelete(ctx);
    if (now === null) return;
    const mailsKept = ctx.config.OUTBOX_DAYS * day;
    await correctFutureTimes(ctx.db, now);
    // One that fails keeps none of the others from being done.
    const swept = await Promise.allSettled([
      deleteTokensBefore(ctx.db, oldestCounting(ctx.config, now)),
      deleteFailuresBefore(ctx.db, now),
      forgetOldPlaces(ctx.db, now),
      forgetCounts(ctx.db, now),
      forgetKeys(ctx.db, now),
      deleteLinksBefore(ctx.db, new Date(now.getTime() - linksKept)),
      mailsKept > 0 && clearOutboxBefore(outboxOf(ctx.config), new Date(now.getTime() - mailsKept)),
    ]);
    const failure = swept.find((one) => one.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  });
  ctx.jobs.schedule(accountSweep, '40 3 * * *');
}
