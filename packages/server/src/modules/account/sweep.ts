import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { forgetCounts } from '../../platform/http/rate-limits-kept.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { clearOutboxBefore, outboxOf } from '../../platform/mail/outbox.ts';
import { deleteTokensBefore } from './account.queries.ts';
import { forgetOldPlaces } from './known-places.ts';
import { deleteLinksBefore } from './links.queries.ts';
import { deleteFailuresBefore } from './login-limits.queries.ts';
import { oldestCounting } from './tokens.ts';

/** Links that were followed are kept so long, for those who open the mail once more. */
const linksKept = 30 * day;

const accountSweep = defineQueue<Record<string, never>>('account-sweep', { lookEvery: 60 });

/** Has log-ins, links, counts and places that are long over forgotten every night, and old mails deleted. */
export function sweepAccounts(ctx: AppContext): void {
  ctx.jobs.work(accountSweep, async () => {
    const now = ctx.clock.now();
    await deleteTokensBefore(ctx.db, oldestCounting(ctx.config, now));
    await deleteFailuresBefore(ctx.db, now);
    await forgetOldPlaces(ctx);
    await forgetCounts(ctx.db, now);
    await deleteLinksBefore(ctx.db, new Date(now.getTime() - linksKept));
    const mailsKept = ctx.config.OUTBOX_DAYS * day;
    if (mailsKept > 0) await clearOutboxBefore(outboxOf(ctx.config), new Date(now.getTime() - mailsKept));
  });
  ctx.jobs.schedule(accountSweep, '40 3 * * *');
}
