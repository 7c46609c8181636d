import { callQuery } from '../../lib/query.ts';

/** A story as members see it: with its published chapters, the one to go on with, and their places in them. */
export const storyPageQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/reading', { params: { id: storyId } });
