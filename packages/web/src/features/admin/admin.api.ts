import { callQuery } from '../../lib/query.ts';

/** How the site does: what doctor finds, the versions, and failed requests. Fetched again soon. */
export const reportQuery = { ...callQuery('GET /admin/report', {}), staleTime: 10_000 };
