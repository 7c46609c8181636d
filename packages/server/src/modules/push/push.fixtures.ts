import { createECDH, randomBytes } from 'node:crypto';
import * as calls from '@inkling/contract/push';
import { type CapabilityFixtures, example, uniqueName } from '../../testing/examples.ts';

/** What a browser says that can be pushed to. */
const subscription = () => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${uniqueName()}`,
  keys: {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  },
});

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    await site.as(owner).call(calls.subscribePush, { body: subscription() });
    return {};
  },
  examples: [
    example(calls.getPush, () => ({})),
    example(calls.subscribePush, () => ({ body: subscription() }), { formattedFields: ['endpoint'] }),
    example(calls.unsubscribePush, () => ({})),
  ],
};
