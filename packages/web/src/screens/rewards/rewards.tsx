import { Link } from 'react-router';
import { MissionsSection } from '../../features/quests/missions-section.tsx';
import { activeQuestsQuery, missionsQuery } from '../../features/quests/quests.api.ts';
import { QuestsSection } from '../../features/quests/quests-section.tsx';
import { DailyRewardSection } from '../../features/rewards/daily-reward.tsx';
import { dailyRewardQuery, walletQuery } from '../../features/rewards/rewards.api.ts';
import { WalletSection } from '../../features/rewards/wallet.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

export const clientLoader = () => {
  prefetch(walletQuery(1));
  prefetch(activeQuestsQuery);
  prefetch(missionsQuery);
  return prefetch(dailyRewardQuery);
};

/** What the reader can earn and has earned. */
export default function Rewards() {
  const isOff = useMe()?.readingPreferences.hidesRewards === true;
  return (
    <div className="max-w-3xl">
      <title>{pageTitle('Rewards')}</title>
      <h1 className="mb-6 font-serif text-3xl sm:text-4xl">Rewards</h1>
      {isOff ? (
        <SwitchedOff />
      ) : (
        <div className="space-y-12">
          <DailyRewardSection />
          <QuestsSection />
          <MissionsSection />
          <WalletSection />
        </div>
      )}
    </div>
  );
}

const SwitchedOff = () => (
  <EmptyState
    title="Rewards are switched off"
    action={
      <Link to={paths.rewardSettings} className="link">
        Open Settings
      </Link>
    }
  >
    Nothing is counted, and what you have stays. You can switch them on in Settings.
  </EmptyState>
);
