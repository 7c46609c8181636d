import * as calls from '@inkling/contract/devices';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withId } from '../../platform/http/handlers.ts';
import * as devices from './devices.service.ts';

export function deviceRoutes(api: Api): void {
  bind(api, calls.listDevices, data(devices.listDevices));
  bind(api, calls.createDevice, async (ctx, viewer, { body }) => ({
    data: await devices.createDevice(ctx, viewer, body.name),
  }));
  bind(api, calls.revokeDevice, message('The token no longer works.', withId(devices.revokeDevice)));
}
