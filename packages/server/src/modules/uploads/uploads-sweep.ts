import { day } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/context.ts';
import { deletionCutoff } from '../../platform/deletion-cutoff.ts';
import { defineQueue } from '../../platform/jobs/jobs.ts';
import * as queries from './uploads.queries.ts';
import { removeFiles } from './uploads.service.ts';

/** How many images are removed between two looks at the database. */
const batch = 100;

/**
 * Takes away the images that nothing has shown for a day: never used, replaced, or left by a story or a
 * person that is gone (docs/product.md §3.8). Returns how many.
 */
export async function sweepImages(ctx: AppContext): Promise<number> {
  const now = await deletionCutoff(ctx);
  if (now === null) return 0;
  await queries.markUnused(ctx.db, now);
  const since = new Date(now.getTime() - day);
  let total = 0;
  for (;;) {
    const images = await queries.disownUnused(ctx.db, since, batch);
    if (images.length === 0) return total;
    const gone = await removeFiles(ctx, images);
    total += gone;
    // What could not be removed now would come again and again.
    if (gone < images.length) return total;
  }
}

/** Nobody waits for it: what one try leaves, the next hour's takes. */
export const imageSweep = defineQueue<Record<string, never>>('sweep-images', {
  retries: 0,
  timeout: 600,
  pollInterval: 60,
});

/** Sweeps every hour, in whichever process does the site's jobs. */
export function scheduleImageSweep(ctx: AppContext): void {
  ctx.jobs.work(imageSweep, async () => {
    const images = await sweepImages(ctx);
    if (images > 0) ctx.log.info({ images }, 'images that nothing showed are gone');
  });
  ctx.jobs.schedule(imageSweep, '20 * * * *');
}
