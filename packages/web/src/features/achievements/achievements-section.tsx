import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../lib/query-state.tsx';
import { AchievementList } from './achievement-list.tsx';
import { achievementsQuery } from './achievements.api.ts';

const Waiting = () => (
  <div aria-busy="true" className="grid gap-4 pt-14 sm:grid-cols-2 xl:grid-cols-3">
    <span className="sr-only" role="status">
      Loading…
    </span>
    {[0, 1, 2, 3, 4, 5].map((index) => (
      <div key={index} className="h-40 animate-pulse rounded-lg bg-sunken" />
    ))}
  </div>
);

/** The person's achievements, while they load, and if they fail to. */
export function AchievementsSection() {
  const query = useQuery(achievementsQuery);
  return (
    <>
      <QueryState query={query} fallback="Failed to fetch your achievements" pending={<Waiting />} />
      {query.data && <AchievementList achievements={query.data.data} />}
    </>
  );
}
