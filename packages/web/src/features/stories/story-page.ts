import type { QueryKey } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';

/** The key under which the reading screen caches the same response (features/chapters/reader/story-opening.ts). */
export const readingKey = (storyId: string): QueryKey => ['reading', storyId];

/**
 * A story for signed-in users: the chapter to continue with, the published chapters around it, and the reader's progress
 * in them. A short story has all chapters; a long one those around it, or those from chapter number `from`.
 */
export const storyPageQuery = (storyId: string, from?: number) =>
  callQuery('GET /stories/{id}/reading', {
    params: { id: storyId },
    ...(from !== undefined && { query: { from } }),
  });
