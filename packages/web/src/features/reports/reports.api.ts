import { callQuery, useCall } from '../../lib/query.ts';

/** Reports something; errors are shown in the dialog. */
export const useReport = () => useCall('POST /reports', { errors: 'inline', touches: ['myReports'] });

/** A page of what the reader has reported, the newest first. */
export const myReportsQuery = (page: number) =>
  callQuery('GET /reports/mine', { query: { page, limit: 20 } }, { tags: ['myReports'] });
