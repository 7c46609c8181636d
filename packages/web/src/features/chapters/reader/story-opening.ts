import type { ChapterProgress } from '@inkling/contract/library';
import type { QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/query.ts';
import { readingKey } from '../../stories/story-page.ts';

/**
 * A story as the reading screen opens it. It is kept apart from the story page's, and hardly longer than the screen
 * is open: whoever comes back is to find the place that another device has kept meanwhile (docs/product.md §4.3). Of a
 * long story it has the chapters around one: the one to go on with, unless another is named.
 */
export const openingQuery = (storyId: string, around?: string) => ({
  ...callQuery('GET /stories/{id}/reading', {
    params: { id: storyId },
    ...(around !== undefined && { query: { chapter: around } }),
  }),
  queryKey: around === undefined ? readingKey(storyId) : [...readingKey(storyId), around],
  staleTime: 10_000,
  gcTime: 10_000,
});

/** Writes a new place into what the reading screen knows of its story. */
export function cacheProgress(client: QueryClient, storyId: string, progress: ChapterProgress): void {
  const queryKey = readingKey(storyId);
  client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (opening) => {
    if (opening === undefined) return undefined;
    const { chapters, places, opened } = opening.data;
    const lastChapterRead = progress.chapter;
    // Its place is elsewhere in a long story.
    if (!chapters.some(({ _id }) => _id === progress.chapter))
      return { ...opening, data: { ...opening.data, lastChapterRead } };
    const others = places.filter(({ chapter }) => chapter !== progress.chapter);
    const first = others.length === places.length ? 1 : 0;
    return {
      ...opening,
      data: { ...opening.data, lastChapterRead, opened: opened + first, places: [...others, progress] },
    };
  });
}
