import { callQuery } from '../../lib/query.ts';

/** All genres, sorted by name; they rarely change, and pages that name a genre in their address need them. */
export const genresQuery = {
  ...callQuery('GET /genres', {}, { tags: ['genres'] }),
  staleTime: 10 * 60_000,
  gcTime: 2 * 60 * 60_000,
};
