import type { home } from '@inkling/contract/home';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listContinueReading } from '../library/index.ts';
import { listShelves } from '../stories/index.ts';

const shelfSize = 10;

/** In the order of the page. */
const shelves = ['recentlyUpdated', 'popular', 'newReleases', 'completed', 'short', 'long'] as const;

/** The shelves of the home page. */
export async function getHome(ctx: RequestContext, viewer: Viewer): Promise<z.output<typeof home>> {
  const continueReading = await listContinueReading(ctx, viewer, shelfSize);
  const above = continueReading.map(({ story }) => story._id);
  const found = await listShelves(ctx, viewer, [...shelves], { size: shelfSize, above });
  const shelf = (name: (typeof shelves)[number]) => found.get(name) ?? [];
  return {
    continueReading,
    recentlyUpdated: shelf('recentlyUpdated'),
    popular: shelf('popular'),
    newReleases: shelf('newReleases'),
    completed: shelf('completed'),
    short: shelf('short'),
    long: shelf('long'),
  };
}
