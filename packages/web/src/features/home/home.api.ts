import { callQuery } from '../../lib/query.ts';

/** The shelves of the home page and the stories in progress. */
export const homeQuery = callQuery('GET /home', {});
