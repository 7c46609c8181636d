import { z } from 'zod';
import { defineCall } from './call.ts';
import { deviceLimits } from './limits.ts';
import { dataResponse, emptyResponse } from './page.ts';
import { id, isoDate, line } from './text.ts';

/** An e-reader or app with its own token (docs/product/devices.md). */
const device = z.object({
  _id: id,
  name: z.string(),
  createdAt: isoDate,
  /** Rounded to the hour; null if it was never used. */
  lastUsedAt: isoDate.nullable(),
});
export type Device = z.output<typeof device>;

export const listDevices = defineCall('GET /devices', {
  summary: 'List my e-readers and apps that have tokens, newest first',
  access: 'user',
  response: dataResponse(z.array(device)),
});

/** `token`: 52 letters and digits. It is returned only once; the server stores only its hashes. */
export const createDevice = defineCall('POST /devices', {
  summary: 'Create a token that lets an e-reader or app read in my name',
  access: 'user',
  status: 201,
  errors: ['QUOTA_REACHED'],
  body: z.object({ name: line(deviceLimits.name, 'Please name the e-reader or app.') }),
  response: dataResponse(device.extend({ token: z.string() })),
});

export const revokeDevice = defineCall('DELETE /devices/{id}', {
  summary: 'Revoke the token of one of my e-readers or apps',
  access: 'user',
  whileSuspended: true,
  errors: ['NOT_FOUND'],
  response: emptyResponse,
});
