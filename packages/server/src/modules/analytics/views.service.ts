import type { viewStory as viewCall } from '@inkling/contract/stories';
import type { z } from 'zod';
import { notFound } from '../../platform/app-error.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { isRobot, viewerKeys } from '../stories/index.ts';
import { countryOf, deviceOf } from './view-details.ts';
import { countViews, noChapter, type RawView } from './views.queries.ts';

/** Views that arrive while others are written share the next statement. */
const writers = perInstance((db: Db) =>
  loader(
    (inputs: { site: AppContext; view: RawView }[]) => {
      const [{ site } = { site: undefined }] = inputs;
      const views = inputs.map(({ view }) => view);
      return site === undefined ? Promise.resolve([]) : countViews(db, site, views);
    },
    { concurrency: 2 },
  ),
);

/**
 * Counts a view of a story, or of a chapter, which does not count for the story (docs/product/analytics.md#views). Returns
 * the story's views. Throws NOT_FOUND when there is no such published story.
 */
export async function viewPage(
  ctx: RequestContext,
  viewer: Pick<Viewer, 'id'> | null,
  storyId: string,
  { chapterId, source = 'direct', zone = '' }: z.output<(typeof viewCall)['body']>,
): Promise<number> {
  const place = { storyId: storyId.toLowerCase(), chapterId: chapterId?.toLowerCase() ?? noChapter };
  const keys = await viewerKeys(ctx, viewer, `${place.storyId} ${place.chapterId}`);
  const view = {
    ...place,
    ...keys,
    at: ctx.clock.now(),
    userId: viewer?.id ?? null,
    isPrivate: ctx.wantsPrivacy,
    isProgram: isRobot(ctx.userAgent),
    source,
    device: deviceOf(ctx.userAgent),
    country: countryOf(zone),
  };
  const views = await writers(ctx.db)({ site: ctx, view });
  if (views === undefined) throw notFound('Story');
  return views;
}
