import * as calls from '@inkling/contract/devices';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** An e-reader with a token. */
    device: string;
  }
}

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const { call } = site.as(owner);
    // A person may have only a few.
    const [first] = (await call(calls.listDevices, {})).body.data;
    const device = first ?? (await call(calls.createDevice, { body: { name: 'My Kobo' } })).body.data;
    return { device: device._id };
  },
  examples: [
    example(calls.listDevices, () => ({})),
    example(calls.createDevice, () => ({ body: { name: 'My Kindle' } }), {
      createsOnceBecause: 'each token is shown once, and one that was not seen can be revoked',
    }),
    example(calls.revokeDevice, ({ device }) => ({ params: { id: device } }), { othersGet: 404 }),
  ],
};
