import * as calls from '@inkling/contract/store';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withId } from '../../platform/http/handlers.ts';
import * as store from './store.service.ts';

export function storeRoutes(api: Api): void {
  bind(api, calls.listStore, store.listStore);
  bind(api, calls.buyItem, async (ctx, viewer, { params, body }) => ({
    data: await store.buyItem(ctx, viewer, params.id, body._id),
  }));
  bind(api, calls.listInventory, data(store.listInventory));
  bind(api, calls.useItem, data(withId(store.useItem)));
  bind(api, calls.undoPurchase, data(withId(store.undoPurchase)));
}
