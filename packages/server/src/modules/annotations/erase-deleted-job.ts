import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { eraseDeleted } from './annotations.queries.ts';

const batchSize = 500;

const eraseDeletedQueue = defineQueue<Record<string, never>>('erase-deleted-annotations', {
  timeout: 600,
});

/** Erases deleted annotations every hour, once they can no longer be restored. */
export function eraseDeletedHourly(ctx: AppContext): void {
  ctx.jobs.work(eraseDeletedQueue, async () => {
    const now = await deletionCutoff(ctx);
    if (now !== null) while ((await eraseDeleted(ctx.db, now, batchSize)) === batchSize);
  });
  ctx.jobs.schedule(eraseDeletedQueue, '35 * * * *');
}
