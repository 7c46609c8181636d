import * as calls from '@inkling/contract/notifications';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { storyId: foreignStory } });

export const fixtures: CapabilityFixtures = {
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
