import type { Story } from '@inkling/contract/stories';
import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type CallResponse, call, type Input } from '../../lib/api.ts';
import { readConnection } from '../../lib/connection.ts';
import { deviceZone } from '../../lib/device-zone.ts';
import { hasWorker } from '../../lib/has-worker.ts';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, markStale, useCall } from '../../lib/query.ts';
import { useConnection } from '../../lib/use-connection.ts';
import { useToggle } from '../../lib/use-toggle.ts';
import { withStoredPlace } from '../../lib/with-place.ts';

export const storiesPerPage = 20;

/** A page of a person's published stories. */
export const storiesByQuery = (authorId: string, page: number) =>
  callQuery(
    'GET /stories/user/{id}',
    { params: { id: authorId }, query: { page, limit: storiesPerPage } },
    { tags: ['hiddenStories'] },
  );

/** Loads the stories of the landing page. */
export const loadFeatured = async (args: LoaderArgs, limit: number) =>
  (await load(args, 'GET /stories/public', { query: { limit } })).data;

/** Loads a published story as for a visitor. */
export const loadStory = async (args: LoaderArgs, id: string) =>
  (await load(args, 'GET /stories/public/{id}', { params: { id } })).data;

/**
 * A story for signed-in users: the chapter to continue with, the published chapters around it, and the reader's progress
 * in them. A short story has all chapters; a long one those around it, around `chapter`, or from number `from`.
 */
export const storyPageQuery = (id: string, query?: Input<'GET /stories/{id}/reading'>['query']) =>
  callQuery(
    'GET /stories/{id}/reading',
    { params: { id }, ...(query !== undefined && { query }) },
    { tags: ['progress', 'completion', 'libraryEntry', 'notes', 'storyLists'] },
  );

type OpenedStory = CallResponse<'GET /stories/{id}/reading'> & { askedAt: number | null };

/** The key under which the reading screen caches the same response. */
export const readingKey = (storyId: string): QueryKey => ['reading', storyId];

/**
 * A story for the reading screen. `askedAt`: when it was requested, in milliseconds; null if this device had kept it. Cached separately from the story page and only briefly, so that readers who return see
 * the position saved by another device (docs/product/library.md#reading-position).
 */
export const openingQuery = (storyId: string, chapter?: string) =>
  queryOptions<OpenedStory, Error, OpenedStory, QueryKey>({
    // Without tags: it must not be fetched again whenever progress is saved.
    queryKey: chapter === undefined ? readingKey(storyId) : [...readingKey(storyId), chapter],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now();
      const input = { params: { id: storyId }, ...(chapter !== undefined && { query: { chapter } }) };
      const opening = await call('GET /stories/{id}/reading', input, { signal });
      const data = withStoredPlace(opening.data);
      return { ...opening, data, askedAt: readConnection() === 'online' ? askedAt : null };
    },
    staleTime: 10_000,
    gcTime: 10_000,
  });

/** A story as the server has it now, for readers who return to an open page; throws if that takes too long. */
export const fetchOpening = async (id: string) =>
  (await call('GET /stories/{id}/reading', { params: { id } }, { signal: AbortSignal.timeout(5000) })).data;

/** Counts a view of a story, or of its chapter; failures are ignored. */
export const countView = (id: string, chapterId: string | undefined, source: string): void =>
  void call('POST /stories/{id}/view', {
    params: { id },
    body: { ...(chapterId !== undefined && { chapterId }), source, zone: deviceZone() },
  }).catch(() => undefined);

/** Changes a story where it is cached for its page and the reading screen. */
export function updateCachedStory(
  client: QueryClient,
  id: string,
  changes: (story: Story) => Partial<Story>,
): void {
  for (const queryKey of [storyPageQuery(id).queryKey, readingKey(id)]) {
    client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (cached) => {
      if (cached === undefined) return undefined;
      const story = { ...cached.data.story, ...changes(cached.data.story) };
      return { ...cached, data: { ...cached.data, story } };
    });
  }
}

/** Saves a story to the library and removes it; `onDone` gets what has become of it, and what undoes that. */
export function useBookmark(
  { _id: id, isBookmarked: saved }: Pick<Story, '_id' | 'isBookmarked'>,
  onDone?: (isBookmarked: boolean, undo: () => void) => void,
) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: async (wanted: boolean) => {
      const toggle = () => call('PUT /stories/{id}/bookmark', { params: { id } });
      const { isBookmarked } = await toggle();
      // The call toggles; if the story was saved or removed somewhere else, toggle again.
      return isBookmarked === wanted ? isBookmarked : (await toggle()).isBookmarked;
    },
    meta: { fallback: 'Failed to toggle bookmark' },
    onSuccess: (isBookmarked) => {
      updateCachedStory(client, id, () => ({ isBookmarked }));
      void markStale(client, ['library']);
      onDone?.(isBookmarked, () => void mutateAsync(!isBookmarked).catch(() => undefined));
    },
  });
  return useToggle(saved, mutateAsync);
}

/** One of the author's own stories. */
export const ownStoryQuery = (id: string) =>
  callQuery('GET /stories/{id}', { params: { id } }, { tags: ['story'] });

/**
 * Likes and unlikes a story; the count comes from the server's response. `disabled`: without a connection, except where
 * stories are kept on the device, where the like waits for it.
 */
export function useLike({ _id: id, isLiked }: Story) {
  const disabled = useConnection() !== 'online' && !hasWorker();
  const client = useQueryClient();
  const meta = { fallback: 'Failed to like story' };
  const onSuccess = ({ liked, likes }: CallResponse<'POST /stories/{id}/like'>) => {
    updateCachedStory(client, id, ({ stats }) => ({ isLiked: liked, likes, stats: { ...stats, likes } }));
    // Not as `meta.touches`: the button does not wait for the lists.
    void markStale(client, ['library']);
  };
  const like = useCall('POST /stories/{id}/like', meta, onSuccess);
  const unlike = useCall('DELETE /stories/{id}/like', meta, onSuccess);
  const toggle = useToggle(
    isLiked,
    async (wanted) => (await (wanted ? like : unlike).mutateAsync({ params: { id } })).liked,
  );
  return { ...toggle, disabled };
}
