import type { ChapterProgress } from '@inkling/contract/library';
import type { QueryClient } from '@tanstack/react-query';
import type { CallResponse } from '../../../lib/api.ts';
import { callQuery } from '../../../lib/query.ts';
import { readingKey } from '../../stories/story-page.ts';

/**
 * A story for the reading screen. Cached separately from the story page and only briefly, so that readers who return see
 * the position saved by another device (docs/product/library.md#reading-position). A long story has only the chapters around `around`, by
 * default the one to continue with.
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

/** Updates a chapter's progress in the cached story. */
export function cacheProgress(client: QueryClient, storyId: string, progress: ChapterProgress): void {
  const queryKey = readingKey(storyId);
  client.setQueriesData<CallResponse<'GET /stories/{id}/reading'>>({ queryKey }, (opening) => {
    if (opening === undefined) return undefined;
    const { chapters, places, opened } = opening.data;
    const lastChapterRead = progress.chapter;
    // In a long story, this chapter may not be loaded.
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
