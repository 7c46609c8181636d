import { useQuery } from '@tanstack/react-query';
import { MissionsSection } from '../../features/quests/missions-section.tsx';
import {
  activeQuestsQuery,
  claimableQuestsQuery,
  missionsQuery,
  useClaimAll,
} from '../../features/quests/quests.api.ts';
import { QuestsSection } from '../../features/quests/quests-section.tsx';
import { currencies } from '../../features/quests/reward-text.ts';
import { CurrencyPicture } from '../../features/rewards/currency-picture.tsx';
import { DailyRewardSection } from '../../features/rewards/daily-reward.tsx';
import { dailyRewardQuery, walletQuery } from '../../features/rewards/rewards.api.ts';
import { prefetchRewards, RewardsNav, RewardsOff } from '../../features/rewards/rewards-nav.tsx';
import { WalletSection } from '../../features/rewards/wallet.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useMeQuery } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Button } from '../../ui/button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

export const clientLoader = () => {
  prefetchRewards(walletQuery(1));
  prefetchRewards(activeQuestsQuery);
  prefetchRewards(missionsQuery);
  return prefetchRewards(dailyRewardQuery);
};
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** What the reader can earn and has earned. */
export default function Rewards() {
  const me = useMeQuery();
  return (
    <div className="max-w-5xl">
      <title>{pageTitle('Rewards')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Rewards</h1>
      <RewardsNav />
      {me.data === undefined ? (
        <QueryState query={me} fallback="Failed to get user data" pending={<TextSkeleton lines={8} />} />
      ) : me.data.readingPreferences.hidesRewards ? (
        <RewardsOff />
      ) : (
        <div className="space-y-12">
          <ClaimBar />
          <DailyRewardSection />
          <QuestsSection />
          {!me.data.readingPreferences.hidesFirstSteps && (
            <MissionsSection isAuthor={me.data.role === 'author'} />
          )}
          <WalletSection />
        </div>
      )}
    </div>
  );
}

/** What the reader has, in view of everything that can be claimed, and a button that claims all of it. */
export function ClaimBar() {
  const wallet = useQuery(walletQuery(1)).data?.data;
  const quests = useQuery(claimableQuestsQuery).data?.data ?? [];
  const missions = (useQuery(missionsQuery).data?.data ?? []).filter(
    ({ isCompleted, isClaimed }) => isCompleted && !isClaimed,
  );
  const claim = useClaimAll();
  const count = quests.length + missions.length;
  return (
    <div className="sticky top-(--notice-height) z-10 -mx-4 mb-8 flex min-h-15 flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-line bg-surface px-4 py-2 sm:mx-0 sm:px-0">
      <section className="flex flex-wrap gap-x-5" aria-label="Your balance">
        {wallet !== undefined &&
          currencies.map((currency) => (
            <span key={currency} className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
              <CurrencyPicture of={currency} className="size-5 text-accent-text" />
              {wallet[currency].toLocaleString('en')} {currency}
            </span>
          ))}
      </section>
      {(count > 1 || claim.isPending) && (
        <Button variant="primary" busy={claim.isPending} onClick={() => claim.mutate({ quests, missions })}>
          Claim all ({count})
        </Button>
      )}
    </div>
  );
}
