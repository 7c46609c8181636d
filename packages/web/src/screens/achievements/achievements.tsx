import { achievementsQuery } from '../../features/achievements/achievements.api.ts';
import { AchievementsSection } from '../../features/achievements/achievements-section.tsx';
import { RewardsNav } from '../../features/rewards/rewards-nav.tsx';
import { RewardsOff } from '../../features/rewards/rewards-off.tsx';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';

export const clientLoader = () => prefetch(achievementsQuery);

/** What the person has achieved, and what the profile shows of it. */
export default function Achievements() {
  const isHidden = useMe()?.readingPreferences.hidesRewards === true;
  return (
    <>
      <title>{pageTitle('Achievements')}</title>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Achievements</h1>
      {!isHidden && <RewardsNav />}
      {isHidden ? <RewardsOff /> : <AchievementsSection />}
    </>
  );
}
