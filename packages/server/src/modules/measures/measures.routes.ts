import * as calls from '@inkling/contract/measures';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as measures from './measures.service.ts';

export function measureRoutes(api: Api): void {
  bind(api, calls.getAccountState, async (ctx, viewer) => ({
    data: await measures.getAccountState(ctx, viewer),
  }));
  bind(api, calls.appealMeasure, async (ctx, viewer, { params, body }) => ({
    data: await measures.appealMeasure(ctx, viewer, params.id, body.text),
  }));
  bind(api, calls.listMeasures, (ctx, _viewer, { query }) => measures.listMeasures(ctx, query));
  bind(api, calls.listLog, (ctx, _viewer, { query }) => measures.listLog(ctx, query));
  bind(api, calls.liftMeasure, async (ctx, viewer, { params }) => ({
    data: await measures.liftMeasure(ctx, viewer, params.id),
  }));
  bind(api, calls.respondToAppeal, async (ctx, viewer, { params, body }) => ({
    data: await measures.respondToAppeal(ctx, viewer, params.id, body),
  }));
}
