import { markCompleted } from '@inkling/contract/library';
import * as calls from '@inkling/contract/ratings';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of another reader's review of `story`, which its author has replied to. */
    review: string;
    /** The id of another author's story, and of a review of it by a third person. */
    foreignStory: string;
    foreignReview: string;
  }
}

const ofReview = ({ review }: Fixtures) => ({ params: { id: review } });
const ofForeignStory = ({ foreignStory }: Fixtures) => ({ params: { id: foreignStory } });
const ofForeignReview = ({ foreignReview }: Fixtures) => ({ params: { id: foreignReview } });
const body = { rating: 4, review: 'A lamp worth following.', isSpoiler: true };

async function complete(site: TestApp, reader: Person, story: string) {
  await giveTime(site, reader, [story]);
  return site.as(reader).call(markCompleted, { params: { id: story } });
}

/** Rates a story as a reader who has completed it. */
async function rate(site: TestApp, reader: Person, story: string) {
  await complete(site, reader, story);
  return site.as(reader).call(calls.rateStory, { params: { id: story }, body });
}

/** The id of a new reader's review. */
const reviewOf = async (site: TestApp, story: string): Promise<string> =>
  (await rate(site, await site.person(), story)).body.data?._id ?? '';

export const fixtures: CapabilityFixtures = {
  async create(site, { owner, story }) {
    const review = await reviewOf(site, story);
    await site.as(owner).call(calls.replyToReview, { params: { id: review }, body: { text: 'Thank you.' } });
    const foreign = await writing(site).published(await site.person());
    const foreignStory = foreign.story._id;
    return { review, foreignStory, foreignReview: await reviewOf(site, foreignStory) };
  },
  examples: [
    example(calls.listReviews, ({ story }) => ({ params: { id: story } })),
    example(calls.listReviewsBy, ({ owner }) => ({ params: { username: owner.username } })),
    example(calls.getReview, ofReview),
    example(calls.rateStory, (fixtures) => ({ ...ofForeignStory(fixtures), body }), {
      prepare: (site, { foreignStory }, person) => complete(site, person, foreignStory),
    }),
    example(calls.removeRating, ofForeignStory, {
      prepare: (site, { foreignStory }, person) => rate(site, person, foreignStory),
    }),
    example(calls.markHelpful, ofForeignReview, {
      createsOnceBecause: 'a reader marks a review once',
    }),
    example(calls.unmarkHelpful, ofForeignReview),
    example(calls.replyToReview, (fixtures) => ({ ...ofReview(fixtures), body: { text: 'Thank you all.' } })),
    example(calls.removeReply, ofReview),
  ],
};
