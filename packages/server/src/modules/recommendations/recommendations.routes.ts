import * as calls from '@inkling/contract/recommendations';
import { type Api, bind } from '../../platform/http/bind.ts';
import { joinedResponse } from '../../platform/http/sent-json.ts';
import * as recommendations from './recommendations.service.ts';

export function recommendationRoutes(api: Api): void {
  bind(api, calls.listRecommended, async (ctx, viewer, { query }) =>
    joinedResponse(await recommendations.listRecommended(ctx, viewer, query.limit)),
  );
  bind(api, calls.listPersonalShelves, async (ctx, viewer) =>
    joinedResponse(await recommendations.listPersonalShelves(ctx, viewer)),
  );
}
