import * as calls from '@inkling/contract/annotations';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody, withIdAndBody, withQuery } from '../../platform/http/handlers.ts';
import { listAnnotatedStories, listTags } from './annotation-lists.queries.ts';
import { listAnnotations } from './annotation-lists.ts';
import * as annotations from './annotations.service.ts';
import { presentAny, presentBookmark, presentHighlight } from './annotations.service.ts';
import { exportAnnotations } from './export-annotations.ts';

export function annotationRoutes(api: Api): void {
  highlightRoutes(api);
  bookmarkRoutes(api);
  bind(api, calls.listAnnotations, (ctx, viewer, { query }) =>
    listAnnotations(ctx, viewer, query, presentAny),
  );
  bind(api, calls.listAnnotatedStories, async (ctx, viewer) => ({
    data: await listAnnotatedStories(ctx.db, viewer.id),
  }));
  bind(api, calls.changeAnnotations, data(withBody(annotations.changeAnnotations)));
  bind(api, calls.exportAnnotations, withQuery(exportAnnotations));
}

function highlightRoutes(api: Api): void {
  bind(api, calls.listHighlights, (ctx, viewer, { query }) =>
    listAnnotations(ctx, viewer, { ...query, kind: 'highlight' }, presentHighlight),
  );
  bind(api, calls.createHighlight, data(withBody(annotations.createHighlight)));
  bind(api, calls.updateHighlight, data(withIdAndBody(annotations.updateHighlight)));
  bind(api, calls.deleteHighlight, async (ctx, viewer, { params }) => {
    await annotations.deleteAnnotation(ctx, viewer, 'highlight', params.id);
    return { message: 'Highlight deleted' };
  });
  bind(api, calls.restoreHighlight, async (ctx, viewer, { params }) => ({
    data: presentHighlight(await annotations.restoreAnnotation(ctx, viewer, 'highlight', params.id)),
  }));
}

function bookmarkRoutes(api: Api): void {
  bind(api, calls.listPassageBookmarks, (ctx, viewer, { query }) =>
    listAnnotations(ctx, viewer, { ...query, kind: 'bookmark' }, presentBookmark),
  );
  bind(api, calls.listBookmarkTags, async (ctx, viewer) => ({ data: await listTags(ctx.db, viewer.id) }));
  bind(api, calls.createPassageBookmark, data(withBody(annotations.createPassageBookmark)));
  bind(api, calls.updatePassageBookmark, data(withIdAndBody(annotations.updatePassageBookmark)));
  bind(api, calls.deletePassageBookmark, async (ctx, viewer, { params }) => {
    await annotations.deleteAnnotation(ctx, viewer, 'bookmark', params.id);
    return { message: 'Bookmark deleted' };
  });
  bind(api, calls.restorePassageBookmark, async (ctx, viewer, { params }) => ({
    data: presentBookmark(await annotations.restoreAnnotation(ctx, viewer, 'bookmark', params.id)),
  }));
}
