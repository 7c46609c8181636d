import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import { loadPlans, myPlanQuery, type Plans, plansQuery } from '../../features/plans/plans.api.ts';
import { Subscriptions } from '../../features/plans/subscriptions.tsx';
import { RewardsNav } from '../../features/rewards/rewards-nav.tsx';
import { siteMeta } from '../../features/site/site-page.ts';
import { loadStore, storeQuery } from '../../features/store/store.api.ts';
import { Balance, StoreItems } from '../../features/store/store-items.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe, useSessionState } from '../../lib/session.ts';
import { isMember } from '../../lib/written-page.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/store.ts';

const items =
  'Frames, reading themes, cover styles and more, for what you earn by reading and writing on Inkling.';

/** Members have the query cache: the response has what the reader has and owns. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const address = new URL(args.request.url).origin + paths.store;
  if (!isMember()) {
    const [store, plans] = await Promise.all([loadStore(args), loadPlans(args)]);
    return { store, plans, address };
  }
  prefetch(storeQuery);
  prefetch(plansQuery);
  prefetch(myPlanQuery);
  return { store: null, plans: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const hasPlans = loaderData?.plans?.mode !== 'off';
  const pitch = hasPlans ? `Plans for readers and writers. ${items}` : `${items} Nothing here costs money.`;
  return siteMeta('Store', pitch, loaderData?.address);
};

export default function StoreScreen({ loaderData }: Route.ComponentProps) {
  const session = useSessionState();
  const isMember = session === 'member';
  const own = useQuery({ ...storeQuery, enabled: isMember });
  const ownPlans = useQuery({ ...plansQuery, enabled: isMember });
  const store = own.data ?? loaderData.store;
  const plans = ownPlans.data ?? loaderData.plans;
  if ((store === null || plans === null) && session === 'visitor')
    return <RevalidateAsVisitor waiting={<CoverGridSkeleton count={4} />} />;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      {store === null || plans === null ? (
        <>
          <h1 className="font-serif text-3xl sm:text-4xl">Store</h1>
          <QueryState
            query={store === null ? own : ownPlans}
            fallback="Failed to fetch the store"
            pending={<CoverGridSkeleton count={4} />}
          />
        </>
      ) : (
        <Store store={store} plans={plans} />
      )}
    </div>
  );
}

interface StoreProps {
  store: CallResponse<'GET /store'>;
  plans: Plans;
}

function Store({ store: { data: items, balance }, plans }: StoreProps) {
  const isHidden = useMe()?.readingPreferences.hidesRewards === true;
  const hasPlans = plans.mode !== 'off';
  return (
    <>
      <h1 className="font-serif text-3xl sm:text-4xl">Store</h1>
      {/* Hidden by the style sheet from visitors, so that nothing moves when the page knows who reads it. */}
      <div className="hidden member:block">
        <RewardsNav />
      </div>
      {hasPlans && <Subscriptions plans={plans} />}
      <section aria-labelledby="items" className="mt-8">
        <h2 id="items" className="font-serif text-2xl">
          Items
        </h2>
        <p className="mt-1 mb-4 text-muted">
          Spend what you earn by reading, writing and taking part. {hasPlans ? 'No item' : 'Nothing here'}{' '}
          costs money.
        </p>
        {isHidden ? (
          <p className="mb-4 rounded-lg bg-sunken px-4 py-2.5">
            Rewards are switched off. You can switch them on in{' '}
            <Link to={paths.rewardSettings} className="link">
              Settings
            </Link>
            .
          </p>
        ) : (
          <BalanceOrSpace balance={balance} />
        )}
        {items.length === 0 ? (
          <p className="mt-4 text-muted">No store items available at the moment</p>
        ) : (
          <div className="mt-4">
            <StoreItems items={items} balance={isHidden ? null : balance} />
          </div>
        )}
      </section>
    </>
  );
}

/** What the reader has to spend, or its space until that is known; nothing for visitors. */
const BalanceOrSpace = ({ balance }: { balance: CallResponse<'GET /store'>['balance'] }) =>
  balance === null ? (
    <div aria-hidden="true" className="hidden h-18.5 rounded-lg bg-sunken sm:h-11 member:block" />
  ) : (
    <Balance of={balance} />
  );
