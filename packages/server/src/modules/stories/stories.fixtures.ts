import * as hideCalls from '@inkling/contract/hidden-stories';
import { listTags } from '@inkling/contract/labels';
import * as calls from '@inkling/contract/stories';
import { type CapabilityFixtures, example, type Fixtures, pixel } from '../../testing/examples.ts';
import { writing } from '../../testing/stories-for-tests.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** A published story of one chapter. */
    story: string;
    chapter: string;
  }
}

const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const formattedFields = ['language'];

export const fixtures: CapabilityFixtures = {
  async create(site, { owner }) {
    const { story, chapters } = await writing(site).published(owner);
    return { story: story._id, chapter: chapters[0]?._id ?? '' };
  },
  examples: [
    example(
      calls.createStory,
      ({ genre }) => ({ body: { title: 'New', description: 'New', genres: [genre] } }),
      { formattedFields },
    ),
    example(calls.updateStory, (fixtures) => ({ ...ofStory(fixtures), body: { title: 'Changed' } }), {
      formattedFields: ['language', 'hiatusUntil'],
    }),
    example(calls.setExclusive, (fixtures) => ({ ...ofStory(fixtures), body: { fromChapter: 2 } }), {
      adminsMay: true,
    }),
    example(calls.uploadBookCover, () => ({ body: {}, file: pixel }), {
      createsOnceBecause: 'unused images are swept; a story has one cover',
    }),
    example(calls.deleteStory, ofStory),
    example(calls.getStory, ofStory),
    example(calls.getPublicStory, ofStory),
    example(calls.listStories, () => ({})),
    example(calls.listStoryLanguages, () => ({})),
    example(calls.listPublicStories, () => ({})),
    example(calls.listRecentStories, () => ({})),
    example(calls.listPopularStories, () => ({})),
    example(calls.listNewReleases, () => ({})),
    example(calls.listCompletedStories, () => ({})),
    example(calls.listShortStories, () => ({})),
    example(calls.listLongStories, () => ({})),
    example(calls.listTrending, () => ({})),
    example(calls.listFeatured, () => ({})),
    example(calls.listTopRated, () => ({})),
    example(calls.listByComments, () => ({})),
    example(calls.listEditorsPicks, () => ({})),
    example(calls.listStoriesOfGenre, () => ({ params: { genre: 'Fantasy' } })),
    example(calls.listStoriesOfUser, ({ owner }) => ({ params: { id: owner.id } })),
    example(calls.listMyStories, () => ({})),
    example(calls.likeStory, ofStory),
    example(calls.unlikeStory, ofStory),
    example(calls.toggleStoryLike, ofStory),
    example(listTags, () => ({ query: { q: 'sea' } })),
    example(hideCalls.hideStory, ofStory),
    example(hideCalls.unhideStory, ofStory),
    example(hideCalls.listHiddenStories, () => ({})),
  ],
};
