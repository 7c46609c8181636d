import type { home } from '@inkling/contract/home';
import type { z } from 'zod';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { listContinueReading } from '../library/index.ts';
import { firstStories, namedLists } from '../stories/index.ts';

const shelfSize = 10;

/** The shelves of the home page. */
export async function getHome(ctx: RequestContext, viewer: Viewer): Promise<z.output<typeof home>> {
  const first = (order: Parameters<typeof firstStories>[3], filter = {}) =>
    firstStories(ctx, viewer, shelfSize, order, filter);
  const [continueReading, recentlyUpdated, popular, newReleases, completed, short, long] = await Promise.all([
    listContinueReading(ctx, viewer, shelfSize),
    first('updated'),
    first('views'),
    first('released'),
    first('views', namedLists.completed),
    first('views', namedLists.short),
    first('views', namedLists.long),
  ]);
  return { continueReading, recentlyUpdated, popular, newReleases, completed, short, long };
}
