import * as calls from '@inkling/contract/notifications';
import { followStory } from '@inkling/contract/story-follows';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { storyId: foreignStory } });

export const fixtures: CapabilityFixtures = {
  /** The owner follows a story; the capability of follows comes before the one that makes `foreignStory`. */
  async create(site, { owner, foreignStory }) {
    await site.as(owner).call(followStory, { params: { id: foreignStory } });
    return {};
  },
  examples: [
    example(calls.listNotifications, () => ({ query: { limit: 5 } })),
    example(calls.readNotifications, () => ({ body: { all: true as const } }), {
      createsOnceBecause: 'marking as read again changes nothing',
    }),
    example(calls.getNotificationSettings, () => ({})),
    example(calls.setNotificationSettings, () => ({ body: { mutedKinds: ['follower' as const] } })),
    example(calls.muteStory, ofForeignStory),
    example(calls.unmuteStory, ofForeignStory),
  ],
};
