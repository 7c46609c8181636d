import { useSavedDownload } from '../../lib/download.ts';
import { callQuery, useCall } from '../../lib/query.ts';

export const privateFeedQuery = callQuery('GET /feeds/private', {}, { tags: ['private-feed'] });

/** Creates the private feed, or gives it a new address; the response has the address, which is shown only now. */
export const useCreatePrivateFeed = () =>
  useCall('POST /feeds/private', {
    fallback: 'Failed to create your private feed.',
    touches: ['private-feed'],
  });

export const useEndPrivateFeed = () =>
  useCall('DELETE /feeds/private', {
    fallback: 'Failed to delete your private feed.',
    touches: ['private-feed'],
  });

/** Downloads the public feeds of what the reader follows as OPML. */
export const useExportFeeds = () =>
  useSavedDownload('GET /feeds/opml', 'Failed to download your feeds.', () => ({
    input: {},
    name: 'inkling-feeds.opml',
  }));
