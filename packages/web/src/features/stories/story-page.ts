import type { QueryKey } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';

/** Under which key the reading screen keeps the same answer (features/chapters/reader/story-opening.ts). */
export const readingKey = (storyId: string): QueryKey => ['reading', storyId];

/**
 * A story as members see it: the one chapter to go on with, published chapters around it, and their places in these; of
 * a short story all chapters, of a long one those from a number on when it is given.
 */
export const storyPageQuery = (storyId: string, from?: number) =>
  callQuery('GET /stories/{id}/reading', {
    params: { id: storyId },
    ...(from !== undefined && { query: { from } }),
  });
