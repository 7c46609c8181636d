import * as analytics from '@inkling/contract/analytics';
import * as stories from '@inkling/contract/stories';
import * as calls from '@inkling/contract/story-analytics';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withIdAndQuery, withQuery } from '../../platform/http/handlers.ts';
import { exportChapterFigures, getChapterFigures } from './chapter-figures.service.ts';
import { exportAuthorDashboard, readAuthorDashboard } from './dashboard.service.ts';
import { deleteNote, saveNote } from './notes.service.ts';
import { exportStoryFigures, getStoryFigures } from './story-figures.service.ts';
import { viewPage } from './views.service.ts';

function storyAnalyticsRoutes(api: Api): void {
  bind(api, calls.getStoryFigures, data(withIdAndQuery(getStoryFigures)));
  bind(api, calls.exportStoryFigures, withIdAndQuery(exportStoryFigures));
  bind(api, calls.getChapterFigures, data(withIdAndQuery(getChapterFigures)));
  bind(api, calls.exportChapterFigures, withIdAndQuery(exportChapterFigures));
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
  bind(api, analytics.getAuthorDashboard, data(withQuery(readAuthorDashboard)));
  bind(api, analytics.exportAuthorDashboard, withQuery(exportAuthorDashboard));
  storyAnalyticsRoutes(api);
}
