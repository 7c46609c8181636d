import type { ChapterProgress } from '@inkling/contract/library';
import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '../../lib/api.ts';
import { readingKey, storyPageQuery } from '../stories/story-page.ts';

/**
 * A story as the reading screen opens it. It is kept apart from the story page's, and hardly longer than the screen
 * is open: whoever comes back is to find the place that another device has kept meanwhile (docs/product.md §4.3).
 */
export const openingQuery = (storyId: string) => ({
  ...storyPageQuery(storyId),
  queryKey: readingKey(storyId),
  staleTime: 10_000,
  gcTime: 10_000,
});

/** Writes a new place into what the reading screen knows of its story. */
export function keepPlace(client: QueryClient, storyId: string, place: ChapterProgress): void {
  const { queryKey } = openingQuery(storyId);
  client.setQueryData<Answer<'GET /stories/{id}/reading'>>(queryKey, (opening) => {
    if (opening === undefined) return undefined;
    const others = opening.data.places.filter(({ chapter }) => chapter !== place.chapter);
    return {
      ...opening,
      data: { ...opening.data, lastChapterRead: place.chapter, places: [...others, place] },
    };
  });
}
