import type { QueryKey } from '@tanstack/react-query';
import { callQuery } from '../../lib/query.ts';

/** Under which key the reading screen keeps the same answer (features/reading/opening.ts). */
export const readingKey = (storyId: string): QueryKey => ['reading', storyId];

/** A story as members see it: with its published chapters, the one to go on with, and their places in them. */
export const storyPageQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/reading', { params: { id: storyId } });
