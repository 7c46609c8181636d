import { ClaimBar } from '../../features/quests/claim-bar.tsx';
import { MissionsSection } from '../../features/quests/missions-section.tsx';
import { activeQuestsQuery, missionsQuery } from '../../features/quests/quests.api.ts';
import { QuestsSection } from '../../features/quests/quests-section.tsx';
import { DailyRewardSection } from '../../features/rewards/daily-reward.tsx';

import { dailyRewardQuery, walletQuery } from '../../features/rewards/rewards.api.ts';
import { prefetchRewards, RewardsNav, RewardsOff } from '../../features/rewards/rewards-nav.tsx';

import { WalletSection } from '../../features/rewards/wallet.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useMeQuery } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
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
