import * as analytics from '@inkling/contract/analytics';
import * as stories from '@inkling/contract/stories';
import { type Api, bind } from '../../platform/http/bind.ts';
import { viewStory } from '../stories/index.ts';
import { storyAnalyticsRoutes } from './story-analytics.routes.ts';

export function analyticsRoutes(api: Api): void {
  bind(api, stories.viewStory, async (ctx, viewer, { params }) => ({
    views: await viewStory(ctx, viewer, params.id),
  }));
  storyAnalyticsRoutes(api);
}
