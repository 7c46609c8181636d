import { achievementsQuery } from '../../features/achievements/achievements.api.ts';
import { AchievementsSection } from '../../features/achievements/achievements-section.tsx';
import {
  prefetchRewards,
  RewardsNav,
  RewardsOff,
  useHidesRewards,
} from '../../features/rewards/rewards-nav.tsx';

import { pageTitle } from '../../lib/titles.ts';

export const clientLoader = () => prefetchRewards(achievementsQuery);
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** What the person has achieved, and what the profile shows of it. */
export default function Achievements() {
  const isHidden = useHidesRewards();
  return (
    <>
      <title>{pageTitle('Achievements')}</title>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Achievements</h1>
      <RewardsNav />
      {isHidden ? <RewardsOff /> : <AchievementsSection />}
    </>
  );
}
