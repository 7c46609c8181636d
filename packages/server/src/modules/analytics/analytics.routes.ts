import * as analytics from '@inkling/contract/analytics';
import * as stories from '@inkling/contract/stories';
import { type Api, bind } from '../../platform/http/bind.ts';
import { exportAuthorDashboard, readAuthorDashboard } from './dashboard.service.ts';
import { storyAnalyticsRoutes } from './story-analytics.routes.ts';
import { viewPage } from './views.service.ts';

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
