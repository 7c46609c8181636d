import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import { RewardsNav } from '../../features/rewards/rewards-nav.tsx';
import { siteMeta } from '../../features/site/site-page.ts';
import { Balance } from '../../features/store/balance.tsx';
import { loadStore, storeQuery } from '../../features/store/store.api.ts';
import { StoreItems } from '../../features/store/store-items.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/store.ts';

const pitch =
  'Frames, reading themes, cover styles and more, for what you earn by reading and writing on Inkling. Nothing here costs money.';

export const loader = async (args: Route.LoaderArgs) => ({
  store: await loadStore(args),
  address: new URL(args.request.url).origin + paths.store,
});

/** With a session the query cache is used: the response has what the reader has and owns. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const address = location.origin + paths.store;
  if (readToken() === null) return { store: await loadStore(args), address };
  prefetch(storeQuery);
  return { store: null, address };
}

export const meta: Route.MetaFunction = ({ loaderData }) => siteMeta('Store', pitch, loaderData?.address);

export default function StoreScreen({ loaderData }: Route.ComponentProps) {
  const session = useSessionState();
  const own = useQuery({ ...storeQuery, enabled: session === 'member' });
  const store = own.data ?? loaderData.store;
  if (store === null && session === 'visitor')
    return <RevalidateAsVisitor waiting={<CoverGridSkeleton count={4} />} />;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      {store === null ? (
        <>
          <h1 className="font-serif text-3xl sm:text-4xl">Store</h1>
          <QueryState
            query={own}
            fallback="Failed to fetch the store"
            pending={<CoverGridSkeleton count={4} />}
          />
        </>
      ) : (
        <Store store={store} />
      )}
    </div>
  );
}

function Store({ store: { data: items, balance } }: { store: CallResponse<'GET /store'> }) {
  const isHidden = useMe()?.readingPreferences.hidesRewards === true;
  return (
    <>
      <h1 className="font-serif text-3xl sm:text-4xl">Store</h1>
      {/* Hidden by the style sheet from visitors, so that nothing moves when the page knows who reads it. */}
      <div className="hidden member:block">{!isHidden && <RewardsNav />}</div>
      <p className="mt-2 mb-5 text-muted">
        For what you earn by reading, writing and taking part. Nothing here costs money.
      </p>
      {isHidden ? (
        <p className="rounded-lg bg-sunken px-4 py-2.5">
          Rewards are switched off. You can switch them on in{' '}
          <Link to={paths.rewardSettings} className="link">
            Settings
          </Link>
          .
        </p>
      ) : (
        <BalanceOrSpace balance={balance} />
      )}
      <section aria-labelledby="subscriptions" className="mt-8">
        <h2 id="subscriptions" className="font-serif text-2xl">
          Subscriptions
        </h2>
        <p className="mt-1 text-muted">No subscription plans are currently available</p>
      </section>
      <section aria-labelledby="items" className="mt-8">
        <h2 id="items" className="mb-4 font-serif text-2xl">
          Items
        </h2>
        {items.length === 0 ? (
          <p className="text-muted">No store items available at the moment</p>
        ) : (
          <StoreItems items={items} balance={isHidden ? null : balance} />
        )}
      </section>
    </>
  );
}

/** What the reader has to spend, or its space until that is known; nothing for visitors. */
const BalanceOrSpace = ({ balance }: { balance: CallResponse<'GET /store'>['balance'] }) =>
  balance === null ? (
    <div
      aria-hidden="true"
      data-rewards
      className="hidden h-18.5 rounded-lg bg-sunken sm:h-11 member:block"
    />
  ) : (
    <Balance of={balance} />
  );
