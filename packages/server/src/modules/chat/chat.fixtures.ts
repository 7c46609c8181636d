import * as calls from '@inkling/contract/chat';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of the owner's message in the chat of `story`. */
    chatMessage: string;
    /** The id of a person whom others can mute. */
    chatReader: string;
  }
}

const ofReader = ({ chatReader }: Fixtures) => ({ params: { userId: chatReader } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const body = { storyId: story, message: 'Who else is here?' };
    const { _id: chatMessage } = (await site.as(owner).call(calls.postMessage, { body })).body.data;
    return { chatMessage, chatReader: (await site.person()).id };
  },
  examples: [
    example(calls.listMessages, ({ story }) => ({ query: { storyId: story } })),
    example(calls.postMessage, ({ story, chapter }) => ({
      body: { storyId: story, chapterId: chapter, message: 'The lamp is lit.' },
    })),
    example(calls.removeMessage, ({ chatMessage }) => ({ params: { id: chatMessage } })),
    example(calls.closeChat, ({ story }) => ({ params: { id: story }, body: { isClosed: true } })),
    example(calls.listMutes, () => ({ query: { limit: 10 } })),
    example(calls.mutePerson, (fixtures) => ({ ...ofReader(fixtures), body: { for: 'day' as const } })),
    example(calls.unmutePerson, ofReader),
  ],
};
