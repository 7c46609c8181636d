import * as analytics from '@inkling/contract/analytics';
import * as stories from '@inkling/contract/stories';
import * as calls from '@inkling/contract/story-analytics';
import { type Api, bind } from '../../platform/http/bind.ts';
import { exportChapterFigures, getChapterFigures } from './chapter-figures.service.ts';
import { exportAuthorDashboard, readAuthorDashboard } from './dashboard.service.ts';
import { deleteNote, saveNote } from './notes.service.ts';
import { exportStoryFigures, getStoryFigures } from './story-figures.service.ts';
import { viewPage } from './views.service.ts';

function storyAnalyticsRoutes(api: Api): void {
  bind(api, calls.getStoryFigures, async (ctx, viewer, { params, query }) => ({
    data: await getStoryFigures(ctx, viewer, params.id, query),
  }));
  bind(api, calls.exportStoryFigures, (ctx, viewer, { params, query }) =>
    exportStoryFigures(ctx, viewer, params.id, query),
  );
  bind(api, calls.getChapterFigures, async (ctx, viewer, { params, query }) => ({
    data: await getChapterFigures(ctx, viewer, params.id, query),
  }));
  bind(api, calls.exportChapterFigures, (ctx, viewer, { params, query }) =>
    exportChapterFigures(ctx, viewer, params.id, query),
  );
  bind(api, calls.saveAnalyticsNote, async (ctx, viewer, { params, body }) => ({
    data: await saveNote(ctx, viewer, params, body),
  }));
  bind(api, calls.deleteAnalyticsNote, async (ctx, viewer, { params }) => {
    await deleteNote(ctx, viewer, params);
    return { message: 'Note deleted' };
  });
}

export function analyticsRoutes(api: Api): void {
  bind(api, stories.viewStory, async (ctx, viewer, { params, body }) => ({
    views: await viewPage(ctx, viewer, params.id, body),
  }));
  bind(api, analytics.getAuthorDashboard, async (ctx, viewer, { query }) => ({
    data: await readAuthorDashboard(ctx, viewer, query),
  }));
  bind(api, analytics.exportAuthorDashboard, (ctx, viewer, { query }) =>
    exportAuthorDashboard(ctx, viewer, query),
  );
  storyAnalyticsRoutes(api);
}
