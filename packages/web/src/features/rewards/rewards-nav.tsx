import { Award, Gift, Package, Store, Trophy } from 'lucide-react';
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { Link, NavLink } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
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
  return (
    <nav aria-label="Rewards" data-rewards className="-mx-4 mt-3 mb-6 sm:mx-0">
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

/** What the browser noted for the first paint (docs/product/rewards.md#the-switch). */
const isNoted = (): boolean => document.documentElement.dataset.rewards === 'off';

/** Whether the reader has switched rewards off: as noted, until the person is loaded. */
export function useHidesRewards(): boolean {
  const noted = useSyncExternalStore(
    () => () => undefined,
    isNoted,
    () => false,
  );
  return useMe()?.readingPreferences.hidesRewards ?? noted;
}

/** Begins to fetch what a screen of rewards needs, unless they are switched off. */
export const prefetchRewards: typeof prefetch = (query) =>
  !import.meta.env.SSR && isNoted() ? null : prefetch(query);
