import * as calls from '@inkling/contract/ereader-email';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withBody } from '../../platform/http/handlers.ts';
import * as service from './ereader-email.service.ts';

export function ereaderEmailRoutes(api: Api): void {
  bind(api, calls.getEreaderEmail, data(service.getEreaderEmail));
  bind(api, calls.setEreaderAddress, async (ctx, viewer, { body }) => ({
    data: await service.setAddress(ctx, viewer, body.address),
  }));
  bind(api, calls.confirmEreaderAddress, async (ctx, viewer, { body }) => ({
    data: await service.confirmAddress(ctx, viewer, body.code),
  }));
  bind(api, calls.setEreaderEmail, data(withBody(service.setEreaderEmail)));
  bind(api, calls.removeEreaderAddress, message('The address was removed.', service.removeAddress));
}
