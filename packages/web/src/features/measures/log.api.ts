import { callQuery } from '../../lib/query.ts';

/** A page of what was decided and administered; with a username, by or about this person. */
export const logQuery = (page: number, person: string) =>
  callQuery('GET /admin/log', { query: { page, ...(person !== '' && { person }) } });
