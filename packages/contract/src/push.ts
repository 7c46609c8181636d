import { z } from 'zod';
import { defineCall } from './call.ts';
import { pushLimits } from './limits.ts';
import { dataResponse, topResponse } from './page.ts';

export const getPush = defineCall('GET /push', {
  summary: 'Get the key for push messages, and the address of this browser they are sent to',
  access: 'user',
  response: dataResponse(
    z.object({
      /** The `applicationServerKey` with which a browser subscribes (base64url). */
      publicKey: z.string(),
      /** Null if this session has not asked for push messages. */
      endpoint: z.string().nullable(),
    }),
  ),
});

const base64url = (characters: number) =>
  z
    .string()
    .regex(/^[\w-]+$/, 'Please send the key as base64url.')
    .length(characters);
const isSubscribed = topResponse({ isSubscribed: z.boolean() });

export const subscribePush = defineCall('PUT /push/subscription', {
  summary: 'Get my notifications as push messages in this browser, until this session ends',
  access: 'user',
  /** What the browser's `PushSubscription` says: an address at its push service, and its keys (65 and 16 bytes). */
  body: z.object({
    endpoint: z.url().max(pushLimits.endpoint),
    keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
  }),
  response: isSubscribed,
});

export const unsubscribePush = defineCall('DELETE /push/subscription', {
  summary: 'Stop sending push messages to this browser',
  access: 'user',
  response: isSubscribed,
});
