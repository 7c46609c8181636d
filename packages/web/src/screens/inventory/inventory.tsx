import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RewardsNav } from '../../features/rewards/rewards-nav.tsx';
import { InventoryList } from '../../features/store/inventory-list.tsx';
import { inventoryQuery } from '../../features/store/store.api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

export const clientLoader = () => prefetch(inventoryQuery);
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** What a rewards-free site still shows: how one's own pages look. */
const looks = ['theme', 'cover', 'ribbon'];

/** What the reader owns. With rewards switched off, only what changes how their own pages and covers look. */
export default function Inventory() {
  const inventory = useQuery(inventoryQuery);
  const isHidden = useMe()?.readingPreferences.hidesRewards === true;
  const entries = inventory.data?.data.filter(({ item }) => !isHidden || looks.includes(item.kind));
  return (
    <>
      <title>{pageTitle('Inventory')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Inventory</h1>
      {!isHidden && <RewardsNav />}
      <p className="mt-2 mb-6 max-w-prose text-muted">What you own. Of each kind, one is in use at a time.</p>
      <QueryState
        query={inventory}
        fallback="Failed to fetch your inventory"
        pending={<TextSkeleton lines={6} />}
      />
      {entries?.length === 0 && (
        <EmptyState
          title="Nothing here yet"
          action={
            !isHidden && (
              <Link to={paths.store} className={buttonClass('primary')}>
                Go to the store
              </Link>
            )
          }
        >
          What you buy in the store will appear here.
        </EmptyState>
      )}
      {entries !== undefined && entries.length > 0 && <InventoryList entries={entries} />}
    </>
  );
}
