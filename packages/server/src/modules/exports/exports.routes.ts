import * as calls from '@inkling/contract/exports';
import { type Api, bind } from '../../platform/http/bind.ts';
import { exportStory } from './exports.service.ts';

export function exportRoutes(api: Api): void {
  bind(api, calls.exportStory, (ctx, viewer, { params, query }) =>
    exportStory(ctx, viewer, { id: params.id, format: query.format, drafts: query.drafts === 'true' }),
  );
}
