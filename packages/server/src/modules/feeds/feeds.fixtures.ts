import * as calls from '@inkling/contract/feeds';
import { type CapabilityFixtures, example } from '../../testing/examples.ts';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    await site.as(owner).call(calls.createPrivateFeed, {});
    return {};
  },
  examples: [
    example(calls.getPrivateFeed, () => ({})),
    example(calls.createPrivateFeed, () => ({}), {
      createsOnceBecause: 'a person has one private feed, whose address is replaced',
    }),
    example(calls.exportFeeds, () => ({})),
    example(calls.deletePrivateFeed, () => ({})),
  ],
};
