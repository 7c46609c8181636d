import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import { imageUses } from '../../platform/storage/image-uses.ts';
import * as queries from './uploads.queries.ts';
import { removeFiles } from './uploads.service.ts';

/** How many images are removed per query. */
const batchSize = 100;

/**
 * Removes images that have been unused for a day: never used, or orphaned by a deleted story. Deletes the files of
 * images that were removed a day ago: a backup that began before has their rows, and finds the files
 * (docs/product/uploads.md#storage). Returns the number of images whose files are deleted.
 */
export async function sweepImages(ctx: AppContext): Promise<number> {
  const now = await deletionCutoff(ctx);
  if (now === null) return 0;
  await queries.markUnused(ctx.db, imageUses(ctx), now);
  const since = new Date(now.getTime() - day);
  await queries.disownUnused(ctx.db, since, now);
  let total = 0;
  for (;;) {
    const images = await queries.listDisowned(ctx.db, since, batchSize);
    if (images.length === 0) return total;
    const removed = await removeFiles(ctx, images);
    total += removed;
    // Stop: images that cannot be removed now would be selected again and again.
    if (removed < images.length) return total;
  }
}

/** No retries: the next hourly run continues. */
export const imageSweep = defineQueue<Record<string, never>>('sweep-images', {
  retries: 0,
  timeout: 600,
});

/** Runs hourly in the process that works the job queues. */
export function scheduleImageSweep(ctx: AppContext): void {
  ctx.jobs.work(imageSweep, async () => {
    const images = await sweepImages(ctx);
    if (images > 0) ctx.log.info({ images }, 'deleted the files of removed images');
  });
  ctx.jobs.schedule(imageSweep, '20 * * * *');
}
