import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { personalParts } from '../../platform/personal-data.ts';
import { scheduleSweep } from '../../platform/sweep.ts';
import { correctFutureTimes, deleteTokensBefore } from './account.queries.ts';
import { deleteEmailTokensBefore } from './email-tokens.queries.ts';
import { deleteFailuresBefore } from './login-limits.queries.ts';
import { deleteOldLocations } from './login-limits.ts';
import { oldestActive } from './sessions.service.ts';
import { deleteOldInvitations } from './signups.queries.ts';

/** Used links are stored this long, so that opening one again still gets the right response. */
export const emailTokenRetention = 30 * day;

/** Every night, deletes expired sessions, links, failed sign-ins and locations. */
export const sweepAccounts = (ctx: AppContext): void =>
  scheduleSweep(ctx, 'account-sweep', '40 3 * * *', [
    (now) => correctFutureTimes(ctx.db, now),
    (now) => deleteTokensBefore(ctx.db, oldestActive(ctx.config, now)),
    (now) => deleteFailuresBefore(ctx.db, now),
    (now) => deleteOldLocations(ctx.db, now),
    (now) => deleteOldInvitations(ctx.db, now),
    (now) => deleteEmailTokensBefore(ctx.db, new Date(now.getTime() - emailTokenRetention)),
  ]);

/** An attempt that takes longer is continued by the next one. */
const recounts = defineQueue<{ userId: string }>('recount-people', { once: true, timeout: 600 });

/** Has what others count of a person counted again, once the transaction has committed that hides or restores them. */
export const recountLater = ({ jobs }: Pick<AppContext, 'jobs'>, tx: Db, userId: string): Promise<void> =>
  jobs.send(tx, recounts, { userId });

export const handleRecounts = (ctx: AppContext): void =>
  ctx.jobs.work(recounts, async ({ userId }, { signal }) => {
    for (const part of personalParts(ctx)) await part.recount?.(ctx.db, userId, signal);
  });
