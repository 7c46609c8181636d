import type { home } from '@inkling/contract/home';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listContinueReading } from '../library/index.ts';
import { firstStories, publicLists } from '../stories/index.ts';

const shelfSize = 10;

/** The shelves of the home page. */
export async function getHome(ctx: RequestContext, viewer: Viewer): Promise<z.output<typeof home>> {
  const first = (list: keyof typeof publicLists) => firstStories(ctx, viewer, shelfSize, publicLists[list]);
  const [continueReading, recentlyUpdated, popular, newReleases, completed, short, long] = await Promise.all([
    listContinueReading(ctx, viewer, shelfSize),
    first('recentlyUpdated'),
    first('popular'),
    first('newReleases'),
    first('completed'),
    first('short'),
    first('long'),
  ]);
  return { continueReading, recentlyUpdated, popular, newReleases, completed, short, long };
}
