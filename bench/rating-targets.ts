import { markCompleted } from '@inkling/contract/library';
import { listReviews, rateStory } from '@inkling/contract/ratings';
import type { Story } from '@inkling/contract/stories';
import type { TargetRequest } from './load.ts';

type RatingTarget = 'reviews' | 'reviews, page 50' | 'rate a story';

const sorts = ['newest', 'highest', 'lowest', 'helpful'];
/** How many stories each reader rates. */
const ratedStories = 10;

const api = (path: string, id: string): string => `/api/v1${path.replace('{id}', id)}`;

/**
 * Requests for the reviews of the story with the most ratings in each order, and requests that change ratings.
 * `readers` are the headers of signed-in readers; they complete the stories that they rate.
 */
export async function ratingTargets(
  origin: string,
  stories: Story[],
  readers: Record<string, string>[],
): Promise<Record<RatingTarget, TargetRequest[]>> {
  const [most] = stories.toSorted((a, b) => b.stats.ratingsCount - a.stats.ratingsCount);
  if (most === undefined) throw new Error('There are no stories.');
  const rated = stories.filter(({ chapterCount }) => chapterCount > 0).slice(0, ratedStories);
  for (const headers of readers) {
    for (const { _id } of rated) {
      const response = await fetch(origin + api(markCompleted.path, _id), { method: 'POST', headers });
      if (!response.ok) throw new Error(`Completing a story returned ${response.status}.`);
      await response.arrayBuffer();
    }
  }
  const reviews = (page: number): TargetRequest[] =>
    readers.flatMap((headers) =>
      sorts.map((sort) => ({
        method: 'GET',
        path: `${api(listReviews.path, most._id)}?sort=${sort}&page=${page}`,
        headers,
      })),
    );
  const rate = (rating: number): TargetRequest[] =>
    rated.flatMap(({ _id }) =>
      readers.map((headers) => ({
        method: 'PUT',
        path: api(rateStory.path, _id),
        headers: { ...headers, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ rating }),
      })),
    );
  // A second round with other stars, so that each request changes something.
  return { reviews: reviews(1), 'reviews, page 50': reviews(50), 'rate a story': [...rate(2), ...rate(4)] };
}
