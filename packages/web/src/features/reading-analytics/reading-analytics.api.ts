import { useSavedDownload } from '../../lib/download.ts';
import { callQuery, useCall } from '../../lib/query.ts';

const tags = ['completion', 'readingTime', 'libraryEntry'];

export const readerAnalyticsQuery = callQuery(
  'GET /analytics/personal/reading',
  {},
  { tags: [...tags, 'achievements', 'readingGoal'] },
);
export const readingInsightsQuery = callQuery('GET /analytics/daily-habits', {}, { tags });
export const readingRangeQuery = (from: string, to: string) =>
  callQuery('GET /analytics/reading/days', { query: { from, to } }, { tags });

export const useSetReadingGoal = () =>
  useCall('PUT /analytics/reading/goal', { errors: 'inline', touches: ['readingGoal'] });
export const useEraseReadingTimes = () =>
  useCall('DELETE /analytics/reading', {
    success: 'Your reading times were erased.',
    fallback: 'Failed to erase your reading times',
    touches: ['readingTime'],
  });

export const useExportReading = () =>
  useSavedDownload('GET /analytics/reading.csv', 'Failed to download your reading.', () => ({
    input: {},
    name: 'inkling-reading.csv',
  }));
