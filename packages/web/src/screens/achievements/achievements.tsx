import { Link } from 'react-router';
import { achievementsQuery } from '../../features/achievements/achievements.api.ts';
import { AchievementsSection } from '../../features/achievements/achievements-section.tsx';
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
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-serif text-3xl sm:text-4xl">Achievements</h1>
        {!isHidden && (
          <Link to={paths.leaderboard} className="inline-flex min-h-11 items-center link">
            Leaderboard
          </Link>
        )}
      </div>
      {isHidden ? (
        <EmptyState
          title="Rewards are switched off"
          action={
            <Link to={paths.settings} className={buttonClass('primary')}>
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
