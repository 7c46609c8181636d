import { isStoreTheme } from '@inkling/contract/reading-settings';
import { type LoaderArgs, load } from '../../lib/load.ts';
import { callQuery, useCall } from '../../lib/query.ts';
import { readingSettings } from '../chapters/reader/reading-settings.ts';

/** What can be bought, with what the reader has and owns. */
export const storeQuery = callQuery('GET /store', {}, { tags: ['store', 'rewards'] });

/** The same from a loader, as for a visitor. */
export const loadStore = (args: LoaderArgs) => load(args, 'GET /store', {});

/** What the reader owns. */
export const inventoryQuery = callQuery('GET /inventory', {}, { tags: ['store'] });

/** The store, and what shows balances. */
const touches = ['store', 'rewards'];

/** Buys an item under the id that the caller chooses, so that a repeated request buys once. */
export const useBuy = () =>
  useCall('POST /store/purchase/{id}', {
    fallback: 'Failed to purchase item',
    touches,
    rechecks: touches,
  });

/** Undoes a purchase. */
export const useUndoPurchase = () =>
  useCall('POST /inventory/{id}/undo', {
    success: 'Purchase undone. You have your price back.',
    fallback: 'Failed to undo the purchase',
    touches,
    rechecks: touches,
  });

/** Puts an item in use or out of use, or uses up a rest day. */
export const useUseItem = () =>
  useCall(
    'POST /gamification/inventory/{id}/use',
    {
      fallback: 'Failed to use the item',
      touches: ['store', 'me', 'story', 'storyLists', 'itemsInUse'],
      rechecks: ['store'],
    },
    ({ data: { item, isInUse } }) => {
      const theme = item._id.replace(/^theme-/, '');
      if (item.kind !== 'theme' || !isStoreTheme(theme)) return;
      if (isInUse) readingSettings.change({ theme });
      else if (readingSettings.read().theme === theme) readingSettings.change({ theme: 'dark' });
    },
  );
