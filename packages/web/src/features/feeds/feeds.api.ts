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
