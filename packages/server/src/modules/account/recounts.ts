import type { AppContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { personalParts } from '../../platform/personal-data.ts';

/** An attempt that takes longer is continued by the next one. */
const recounts = defineQueue<{ userId: string }>('recount-people', { once: true, timeout: 600 });

/** Has what others count of a person counted again, once the transaction has committed that hides or restores them. */
export const recountLater = ({ jobs }: Pick<AppContext, 'jobs'>, tx: Db, userId: string): Promise<void> =>
  jobs.send(tx, recounts, { userId });

export const handleRecounts = (ctx: AppContext): void =>
  ctx.jobs.work(recounts, async ({ userId }, { signal }) => {
    for (const part of personalParts(ctx)) await part.recount?.(ctx.db, userId, signal);
  });
