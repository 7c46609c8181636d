import type { RatingSummary, ReviewSort } from '@inkling/contract/ratings';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { updateCachedStory } from '../stories/stories.api.ts';

const reviewsPerPage = 10;

/** A page of a story's reviews, with the summary of its ratings and the viewer's own. */
export const reviewsQuery = (storyId: string, sort: ReviewSort, page = 1) =>
  callQuery(
    'GET /stories/{id}/reviews',
    { params: { id: storyId }, query: { sort, page, limit: reviewsPerPage } },
    // Reading time gives the right to rate.
    { tags: ['reviews', 'progress', 'completion', 'readingTime'] },
  );

/** A person's reviews. */
export const reviewsByQuery = (username: string, page: number, limit: number) =>
  callQuery(
    'GET /users/{username}/reviews',
    { params: { username }, query: { page, limit } },
    { tags: ['reviews', 'hiddenStories'] },
  );

/** One review with its text, even if it is a spoiler. */
export const reviewQuery = (id: string) =>
  callQuery('GET /reviews/{id}', { params: { id } }, { tags: ['reviews'] });

/** Shows the new average in the story's header. */
function updateAverage(client: QueryClient, storyId: string, summary: RatingSummary): void {
  const { averageRating, ratingsCount } = summary;
  updateCachedStory(client, storyId, ({ stats }) => ({ stats: { ...stats, averageRating, ratingsCount } }));
}

/** Saves the reader's rating. */
export function useRate(storyId: string) {
  const client = useQueryClient();
  return useCall(
    'PUT /stories/{id}/rating',
    { errors: 'inline', touches: ['reviews'] },
    ({ summary }: CallResponse<'PUT /stories/{id}/rating'>) => updateAverage(client, storyId, summary),
  );
}

/** Deletes the reader's rating with its review. */
export function useRemoveRating(storyId: string, onSuccess: () => void) {
  const client = useQueryClient();
  return useCall(
    'DELETE /stories/{id}/rating',
    { success: 'Your rating was deleted.', fallback: 'Failed to delete your rating.', touches: ['reviews'] },
    ({ summary }: CallResponse<'DELETE /stories/{id}/rating'>) => {
      updateAverage(client, storyId, summary);
      onSuccess();
    },
  );
}

type ReviewsPage = CallResponse<'GET /stories/{id}/reviews'>;

/** Marks a review as helpful and takes that back; the count comes from the server's response. */
export function useHelpful({ _id: id, isHelpful }: { _id: string; isHelpful: boolean }) {
  const client = useQueryClient();
  const meta = { fallback: 'Your vote couldn’t be saved.' };
  const onSuccess = ({ helpful, isHelpful }: CallResponse<'POST /reviews/{id}/helpful'>) =>
    client.setQueriesData<ReviewsPage>({ queryKey: ['GET /stories/{id}/reviews'] }, (page) =>
      page === undefined
        ? undefined
        : { ...page, data: page.data.map((one) => (one._id === id ? { ...one, helpful, isHelpful } : one)) },
    );
  const mark = useCall('POST /reviews/{id}/helpful', meta, onSuccess);
  const unmark = useCall('DELETE /reviews/{id}/helpful', meta, onSuccess);
  return useToggle(
    isHelpful,
    async (wanted) => (await (wanted ? mark : unmark).mutateAsync({ params: { id } })).isHelpful,
  );
}

/** Replies to a review of one's own story. */
export const useReply = () => useCall('PUT /reviews/{id}/reply', { errors: 'inline', touches: ['reviews'] });

export const useRemoveReply = (onSuccess: () => void) =>
  useCall(
    'DELETE /reviews/{id}/reply',
    { success: 'Your reply was deleted.', fallback: 'Failed to delete your reply.', touches: ['reviews'] },
    onSuccess,
  );
