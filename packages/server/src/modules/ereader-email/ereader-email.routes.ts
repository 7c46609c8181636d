import * as calls from '@inkling/contract/ereader-email';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as service from './ereader-email.service.ts';

export function ereaderEmailRoutes(api: Api): void {
  bind(api, calls.getEreaderEmail, async (ctx, viewer) => ({
    data: await service.getEreaderEmail(ctx, viewer),
  }));
  bind(api, calls.setEreaderAddress, async (ctx, viewer, { body }) => ({
    data: await service.setAddress(ctx, viewer, body.address),
  }));
  bind(api, calls.confirmEreaderAddress, async (ctx, viewer, { body }) => ({
    data: await service.confirmAddress(ctx, viewer, body.code),
  }));
  bind(api, calls.setEreaderEmail, async (ctx, viewer, { body }) => ({
    data: await service.setEreaderEmail(ctx, viewer, body),
  }));
  bind(api, calls.removeEreaderAddress, async (ctx, viewer) => {
    await service.removeAddress(ctx, viewer);
    return { message: 'The address was removed.' };
  });
}
