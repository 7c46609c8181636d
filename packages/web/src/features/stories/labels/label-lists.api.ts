import { callQuery } from '../../../lib/query.ts';

/** A page of the stories that the reader hides. */
export const hiddenStoriesQuery = (page: number) =>
  callQuery('GET /stories/hidden', { query: { page, limit: 10 } }, { tags: ['hiddenStories'] });

/** Tags in use that begin with a text. */
export const tagsQuery = (q: string) => callQuery('GET /tags', { query: { q, limit: 8 } });
