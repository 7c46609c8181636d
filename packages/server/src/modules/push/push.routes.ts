import * as calls from '@inkling/contract/push';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as push from './push.service.ts';

export function pushRoutes(api: Api): void {
  bind(api, calls.getPush, async (ctx, viewer) => ({ data: await push.readPush(ctx, viewer) }));
  bind(api, calls.subscribePush, (ctx, viewer, { body }) => push.subscribe(ctx, viewer, body));
  bind(api, calls.unsubscribePush, (ctx, viewer) => push.unsubscribe(ctx, viewer));
}
