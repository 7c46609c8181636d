import { useSavedDownload } from '../../lib/download.ts';
import { callQuery } from '../../lib/query.ts';
import type { Days } from './days.ts';

/** The figures of all of the author's stories. */
export const authorDashboardQuery = (days: Days) =>
  callQuery('GET /analytics/dashboard/author', { query: days }, { tags: ['myStories'] });

/** Downloads views and readers by day as CSV, and saves the file on the device. */
export const useExportAuthorDashboard = () =>
  useSavedDownload(
    'GET /analytics/dashboard/author/export',
    'Failed to download your figures.',
    (days: Days) => ({
      input: { query: days },
      name: 'inkling-analytics.csv',
    }),
  );
