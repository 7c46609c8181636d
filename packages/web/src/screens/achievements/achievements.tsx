import { Link } from 'react-router';
import { achievementsQuery } from '../../features/achievements/achievements.api.ts';
import { AchievementsSection } from '../../features/achievements/achievements-section.tsx';
import { RewardsNav } from '../../features/rewards/rewards-nav.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

export const clientLoader = () => prefetch(achievementsQuery);

/** What the person has achieved, and what the profile shows of it. */
export default function Achievements() {
  const isHidden = useMe()?.readingPreferences.hidesRewards === true;
  return (
    <>
      <title>{pageTitle('Achievements')}</title>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Achievements</h1>
      {!isHidden && <RewardsNav />}
      {isHidden ? (
        <EmptyState
          title="Rewards are switched off"
          action={
            <Link to={paths.rewardSettings} className={buttonClass('primary')}>
              Open Settings
            </Link>
          }
        >
          You can switch them on in Settings.
        </EmptyState>
      ) : (
        <AchievementsSection />
      )}
    </>
  );
}
