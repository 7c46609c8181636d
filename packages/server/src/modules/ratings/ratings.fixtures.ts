import { markCompleted } from '@inkling/contract/library';
import * as calls from '@inkling/contract/ratings';
import { type CapabilityFixtures, example, type Fixtures } from '../../testing/examples.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

declare module '../../testing/examples.ts' {
  interface Fixtures {
    /** The id of another reader's review of `story`, which its author has answered. */
    review: string;
  }
}

const ofStory = ({ story }: Fixtures) => ({ params: { id: story } });
const ofReview = ({ review }: Fixtures) => ({ params: { id: review } });
const body = { rating: 4, review: 'A lamp worth following.', isSpoiler: true };

/** Rates the story as a reader who has completed it. */
async function rate(site: TestApp, fixtures: Fixtures, reader: Person) {
  await site.as(reader).call(markCompleted, ofStory(fixtures));
  return site.as(reader).call(calls.rateStory, { ...ofStory(fixtures), body });
}

export const ratingFixtures: CapabilityFixtures = {
  async create(site, earlier) {
    const { body } = await rate(site, earlier, await site.person());
    const review = body.data?._id ?? '';
    await site.as(earlier.owner).call(calls.answerReview, {
      params: { id: review },
      body: { text: 'Thank you.' },
    });
    return { review };
  },
  examples: [
    example(calls.listReviews, ofStory),
    example(calls.getReview, ofReview),
    example(calls.rateStory, (fixtures) => ({ ...ofStory(fixtures), body }), {
      prepare: (site, fixtures, person) => site.as(person).call(markCompleted, ofStory(fixtures)),
    }),
    example(calls.removeRating, ofStory, { prepare: rate }),
    example(calls.markHelpful, ofReview, {
      createsOnceBecause: 'a reader marks a review once',
    }),
    example(calls.unmarkHelpful, ofReview),
    example(calls.answerReview, (fixtures) => ({ ...ofReview(fixtures), body: { text: 'Thank you all.' } })),
    example(calls.removeAnswer, ofReview),
  ],
};
