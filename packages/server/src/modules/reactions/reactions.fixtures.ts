import { listChaptersOfStory } from '@inkling/contract/chapters';
import * as calls from '@inkling/contract/reactions';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The owner's reaction to `foreignStory`, and a chapter of that story. */
    reaction: string;
    foreignChapter: string;
  }
}

const body = { type: 'love' } as const;
const oneReaction = { createsOnceBecause: 'a reader has one reaction to each story and chapter' };
const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { id: foreignStory } });

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, foreignStory }) {
    const reacted = await site
      .as(owner)
      .call(calls.reactToStory, { params: { id: foreignStory }, body: { type: 'suspense' } });
    const listed = await site.as(null).call(listChaptersOfStory, { params: { storyId: foreignStory } });
    return { reaction: reacted.body.data.mine?._id ?? '', foreignChapter: listed.body.data[0]?._id ?? '' };
  },
  examples: [
    example(calls.getStoryReactions, ofForeignStory),
    example(calls.getChapterReactions, ({ chapter }) => ({ params: { id: chapter } })),
    example(calls.reactToStory, (fixtures) => ({ ...ofForeignStory(fixtures), body }), oneReaction),
    example(
      calls.reactToChapter,
      ({ foreignChapter }) => ({ params: { id: foreignChapter }, body }),
      oneReaction,
    ),
    example(calls.removeReaction, ({ reaction }) => ({ params: { id: reaction } })),
  ],
};
