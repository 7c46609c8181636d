import * as calls from '@inkling/contract/push';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody } from '../../platform/http/handlers.ts';
import * as push from './push.service.ts';

export function pushRoutes(api: Api): void {
  bind(api, calls.getPush, data(push.readPush));
  bind(api, calls.subscribePush, withBody(push.subscribe));
  bind(api, calls.unsubscribePush, push.unsubscribe);
}
