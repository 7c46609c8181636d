import * as calls from '@inkling/contract/sharing';
import { type Api, bind } from '../../platform/http/bind.ts';
import { readPlace } from './sharing.service.ts';

export function sharingRoutes(api: Api): void {
  bind(api, calls.findPassage, async (ctx, viewer, { params, query }) => ({
    data: await readPlace(ctx, viewer, params.id, query),
  }));
}
