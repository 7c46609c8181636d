import * as stories from '@inkling/contract/stories';
import { type Api, bind } from '../../platform/http/bind.ts';
import { viewPage } from './views.service.ts';

export function analyticsRoutes(api: Api): void {
  bind(api, stories.viewStory, async (ctx, viewer, { params, body }) => ({
    views: await viewPage(ctx, viewer, params.id, body),
  }));
}
