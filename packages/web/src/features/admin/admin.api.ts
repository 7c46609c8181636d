import { callQuery, useCall } from '../../lib/query.ts';

/** How the site does: what doctor finds, the versions, and failed requests. Fetched again soon. */
export const reportQuery = { ...callQuery('GET /admin/report', {}), staleTime: 10_000 };

/** The queues of background work, and how many emails were sent. */
export const queuesQuery = { ...callQuery('GET /admin/queues', {}, { tags: ['jobs'] }), staleTime: 10_000 };

export type JobsOf = 'emails' | 'others';

/** A page of the jobs that have failed or wait, of emails or of everything else. */
export const jobsQuery = (of: JobsOf, state: 'failed' | 'waiting', page: number) =>
  callQuery('GET /admin/jobs', { query: { of, state, page } }, { tags: ['jobs'] });

const changed = { fallback: 'Failed to change the job.', touches: ['jobs'] };

export const useRetryJob = () =>
  useCall('POST /admin/jobs/{id}/retry', { ...changed, success: 'It will run again in a moment.' });
export const useCancelJob = () =>
  useCall('POST /admin/jobs/{id}/cancel', { ...changed, success: 'Canceled.' });
