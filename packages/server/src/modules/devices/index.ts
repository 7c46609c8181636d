import { defineModule } from '../../platform/module.ts';
import { personalPart } from './devices.queries.ts';
import { deviceRoutes } from './devices.routes.ts';

/** Tokens with which e-readers and apps read in a person's name (docs/product/devices.md). */
export const devices = defineModule({ name: 'devices', routes: deviceRoutes, personalData: personalPart });

export { deleteDevices as endDevices } from './devices.queries.ts';
export { type DeviceViewer, readerByBasic, readerBySyncKey } from './devices.service.ts';
