import type { Home } from '@inkling/contract/home';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { PrebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { viewerResponses } from '../stories/index.ts';
import { getHome } from './home.service.ts';
import { homeRevision } from './home-revision.queries.ts';

/** An upper bound: a page of 160 KB counts 480, and needs about 180. */
const cacheBytes = 12 * 1024 * 1024;
const responses = viewerResponses(cacheBytes);

function storiesOf({ failed: _, continueReading, personalizedCategories, ...lists }: Home) {
  return [
    ...continueReading.map(({ story }) => story),
    ...personalizedCategories.flatMap((shelf) => shelf.stories),
    ...Object.values(lists).flat(),
  ];
}

/** The response of `GET /home`: the cached one, unless something that the reader would notice has changed. */
export function getHomeResponse(ctx: RequestContext, viewer: Viewer): Promise<PrebuiltJson> {
  const own = () => homeRevision(ctx.db)(viewer.id);
  return responses(ctx, viewer, { key: 'home', own }, async () => {
    const data = await getHome(ctx, viewer);
    return { body: { data }, stories: storiesOf(data), isIncomplete: data.failed.length > 0 };
  });
}
