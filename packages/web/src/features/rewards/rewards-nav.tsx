import { Award, Gift, Package, Store, Trophy } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { getQueryClient, prefetch } from '../../lib/query.ts';
import { meQuery, useMe } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';

const places = [
  { to: paths.rewards, label: 'Overview', icon: Gift },
  { to: paths.achievements, label: 'Achievements', icon: Award },
  { to: paths.leaderboard, label: 'Leaderboard', icon: Trophy },
  { to: paths.store, label: 'Store', icon: Store },
  { to: paths.inventory, label: 'Inventory', icon: Package },
];

/** The row of links between the screens of rewards, below each one's heading; where it is too long, it scrolls to the screen's own. */
export function RewardsNav() {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const row = list.current;
    const own = row?.querySelector<HTMLElement>('[aria-current=page]')?.parentElement;
    if (row && own) row.scrollLeft = own.offsetLeft - (row.clientWidth - own.offsetWidth) / 2;
  }, []);
  const hides = useHidesRewards();
  if (hides) return null;
  return (
    <nav aria-label="Rewards" className={`-mx-4 mt-3 mb-6 sm:mx-0 ${hides === undefined ? 'invisible' : ''}`}>
      <ul ref={list} className="tab-row relative flex gap-2 overflow-x-auto px-4 py-1 sm:flex-wrap sm:px-0">
        {places.map(({ to, label, icon: Icon }) => (
          <li key={to} className="shrink-0">
            <NavLink
              to={to}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-raised ps-3.5 pe-4 text-muted transition-colors hover:border-control hover:text-text aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-text"
            >
              <Icon aria-hidden="true" className="size-5 text-accent-text" />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** In place of what is earned, for a person who has switched rewards off. */
export const RewardsOff = () => (
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

/** Whether the reader has switched rewards off; undefined until they are known. */
export const useHidesRewards = (): boolean | undefined => useMe()?.readingPreferences.hidesRewards;

/** Begins to fetch what a screen of rewards needs, unless they are known to be switched off. */
export const prefetchRewards: typeof prefetch = (query) =>
  getQueryClient().getQueryData(meQuery.queryKey)?.readingPreferences.hidesRewards ? null : prefetch(query);
