import { useQueryClient } from '@tanstack/react-query';
import { callQuery, markStale, useCall } from '../../lib/query.ts';

/** Reports something; errors are shown in the dialog. */
export const useReport = () => useCall('POST /reports', { errors: 'inline', touches: ['myReports'] });

/** A page of what the reader has reported, the newest first. */
export const myReportsQuery = (page: number) =>
  callQuery('GET /reports/mine', { query: { page, limit: 20 } }, { tags: ['myReports'] });

export type QueueState = 'open' | 'closed';

const meta = { tags: ['queue'] };

/** A page of what was reported: open entries the oldest first, closed ones the newest first. */
export const queueQuery = (state: QueueState, page: number) =>
  callQuery('GET /admin/reports', { query: { state, page, limit: 20 } }, meta);

/** The open entries of a community, for its founder and moderators. */
export const communityQueueQuery = (id: string, page = 1) =>
  callQuery('GET /community/{id}/reports', { params: { id }, query: { page, limit: 20 } }, meta);

export const entryQuery = (id: string) => callQuery('GET /admin/reports/{id}', { params: { id } }, meta);

/** When the site was last backed up, for admins. */
export const backupQuery = callQuery('GET /admin/backups', {});

/** What was sent to other servers, for admins. */
export const outsideRequestsQuery = callQuery('GET /admin/outside-requests', {});

const inline = { errors: 'inline', touches: ['queue'] } as const;

/** What staff do with an entry. The page shows errors; after a conflict it calls `refresh`. */
export function useEntryCalls() {
  const client = useQueryClient();
  return {
    take: useCall('POST /admin/reports/{id}/take', inline),
    release: useCall('DELETE /admin/reports/{id}/take', inline),
    note: useCall('POST /admin/reports/{id}/notes', inline),
    decide: useCall('POST /admin/reports/{id}/decide', inline),
    refresh: () => markStale(client, ['queue']),
  };
}
