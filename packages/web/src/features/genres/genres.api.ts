import { callQuery } from '../../lib/query.ts';

/** All genres, sorted by name; they rarely change. */
export const genresQuery = { ...callQuery('GET /genres', {}), staleTime: 10 * 60_000 };
