import * as calls from '@inkling/contract/store';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as store from './store.service.ts';

export function storeRoutes(api: Api): void {
  bind(api, calls.listStore, (ctx, viewer) => store.listStore(ctx, viewer));
  bind(api, calls.buyItem, async (ctx, viewer, { params, body }) => ({
    data: await store.buyItem(ctx, viewer, params.id, body._id),
  }));
  bind(api, calls.listInventory, async (ctx, viewer) => ({ data: await store.listInventory(ctx, viewer) }));
  bind(api, calls.useItem, async (ctx, viewer, { params }) => ({
    data: await store.useItem(ctx, viewer, params.id),
  }));
  bind(api, calls.undoPurchase, async (ctx, viewer, { params }) => ({
    data: await store.undoPurchase(ctx, viewer, params.id),
  }));
}
