import * as calls from '@inkling/contract/devices';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as devices from './devices.service.ts';

export function deviceRoutes(api: Api): void {
  bind(api, calls.listDevices, async (ctx, viewer) => ({ data: await devices.listDevices(ctx, viewer) }));
  bind(api, calls.createDevice, async (ctx, viewer, { body }) => ({
    data: await devices.createDevice(ctx, viewer, body.name),
  }));
  bind(api, calls.revokeDevice, async (ctx, viewer, { params }) => {
    await devices.revokeDevice(ctx, viewer, params.id);
    return { message: 'The token no longer works.' };
  });
}
