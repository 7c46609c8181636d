import type { LeaderboardBoard, LeaderboardEntry } from '@inkling/contract/leaderboard';
import { type Ref, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type LeaderboardView, leaderboardQuery } from '../../features/leaderboard/leaderboard.api.ts';
import {
  prefetchRewards,
  RewardsNav,
  RewardsOff,
  useHidesRewards,
} from '../../features/rewards/rewards-nav.tsx';

import { ShowMore } from '../../features/stories/show-more.tsx';
import { useList } from '../../features/stories/use-list.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { PersonAvatar } from '../../features/users/person-avatar.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/leaderboard.ts';

const units: Record<LeaderboardBoard, string> = { minutes: 'min', words: 'words', ink: 'ink' };

/** How the first ranks look. */
const medals = [
  'bg-accent font-semibold text-on-accent',
  'border-2 border-accent font-semibold text-accent-text',
  'border border-accent text-accent-text',
];

interface Props {
  board: LeaderboardBoard;
  entries: LeaderboardEntry[];
  ref?: Ref<HTMLOListElement>;
}

/** People of a ranking, in order. */
const LeaderboardRows = ({ board, entries, ref }: Props) => (
  <ol ref={ref} className="divide-y divide-line rounded-lg border border-line bg-raised">
    {entries.map((entry) => (
      <Row key={entry.user._id} entry={entry} unit={units[board]} />
    ))}
  </ol>
);

function Row({ entry: { rank, user, value }, unit }: { entry: LeaderboardEntry; unit: string }) {
  const isMe = useMe()?._id === user._id;
  return (
    <li className={`relative flex items-center gap-3 px-3 py-2 sm:px-4 ${isMe ? 'bg-sunken' : ''}`}>
      <span
        className={`grid h-9 min-w-9 shrink-0 place-items-center rounded-full font-serif tabular-nums ${medals[rank - 1] ?? 'text-muted'}`}
      >
        <span className="sr-only">Rank </span>
        {rank.toLocaleString('en')}
      </span>
      <PersonAvatar person={user} size={40} />
      <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-semibold">
        <Link to={paths.person(user.username)} className="min-w-0 max-w-full card-link hover:underline">
          <bdi className="block truncate">{displayNameOf(user)}</bdi>
        </Link>
        {isMe && <Badge>You</Badge>}
      </p>
      <span className="shrink-0 tabular-nums">
        {value.toLocaleString('en')} <span className="text-sm text-muted">{unit}</span>
      </span>
    </li>
  );
}

const boards = [
  ['minutes', 'Minutes'],
  ['words', 'Words'],
  ['ink', 'Ink'],
] as const;
const periods = [
  ['week', 'Last 7 days'],
  ['month', 'Last 30 days'],
  ['all', 'All time'],
] as const;
const scopes = [
  ['following', 'People I follow'],
  ['everybody', 'Everyone'],
] as const;

/** The option that a parameter names, otherwise the first. Words and ink have the week only. */
const chosen = <Value extends string>(
  options: readonly (readonly [Value, string])[],
  name: string | null,
  first: Value,
): Value => options.find(([value]) => value === name)?.[0] ?? first;

function parseView(parameters: URLSearchParams): LeaderboardView {
  const board = chosen(boards, parameters.get('board'), 'minutes');
  return {
    board,
    period: board === 'minutes' ? chosen(periods, parameters.get('period'), 'week') : 'week',
    scope: chosen(scopes, parameters.get('scope'), 'following'),
  };
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  prefetchRewards(leaderboardQuery(parseView(new URL(request.url).searchParams)));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

/** Those who read most, of the people who asked to be listed. */
export default function Leaderboard() {
  const [parameters, setParameters] = useSearchParams();
  const view = parseView(parameters);
  const change = (changes: Partial<LeaderboardView>) =>
    setParameters({ ...view, ...changes }, { replace: true, preventScrollReset: true });
  const isHidden = useHidesRewards();
  if (isHidden)
    return (
      <>
        <title>{pageTitle('Leaderboard')}</title>
        <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Leaderboard</h1>
        <RewardsOff />
      </>
    );
  const ranking = <Ranking view={view} onEverybody={() => change({ scope: 'everybody' })} />;
  return (
    <>
      <title>{pageTitle('Leaderboard')}</title>
      <h1 className="font-serif text-3xl sm:text-4xl">Leaderboard</h1>
      <RewardsNav />
      <Tabs
        label="What is counted"
        tabs={boards.map(([id, label]) => ({
          id,
          label,
          content: (
            <>
              <div className="mb-4 grid max-w-md grid-cols-2 gap-3">
                <ToolbarChoice
                  label="Show"
                  options={scopes}
                  value={view.scope}
                  onChange={(scope) => change({ scope })}
                />
                <ToolbarChoice
                  label="Period"
                  options={id === 'minutes' ? periods : periods.slice(0, 1)}
                  value={view.period}
                  onChange={(period) => change({ period })}
                />
              </div>
              {ranking}
            </>
          ),
        }))}
        value={view.board}
        onChange={(board) => change({ board: board as LeaderboardBoard, period: 'week' })}
      />
    </>
  );
}

function Ranking({ view, onEverybody }: { view: LeaderboardView; onEverybody: () => void }) {
  const { first, all, pages } = useList(leaderboardQuery(view), ({ pagination }, page) =>
    pagination.hasMore ? leaderboardQuery(view, page) : null,
  );
  const list = useRef<HTMLOListElement>(null);
  const entries = all.flatMap(({ data }) => data);
  if (first.data === undefined)
    return (
      <QueryState
        query={first}
        fallback="Failed to fetch the leaderboard"
        pending={<TextSkeleton lines={8} />}
      />
    );
  const { me, isListed, pagination } = first.data;
  const isAmongThem = entries.some(({ user }) => user._id === me?.user._id);
  return (
    <div
      aria-busy={first.isPlaceholderData || undefined}
      className="max-w-2xl space-y-4 aria-busy:opacity-60"
    >
      {entries.length === 0 ? (
        <EmptyState
          title={view.scope === 'following' ? 'No one you follow is listed yet' : 'No one is listed yet'}
          action={view.scope === 'following' && <Button onClick={onEverybody}>Show everyone</Button>}
        >
          The leaderboard lists people who asked to be on it. It’s updated every ten minutes.
        </EmptyState>
      ) : (
        <div>
          <LeaderboardRows ref={list} board={view.board} entries={entries} />
          <ShowMore
            list={list}
            items="people"
            shown={entries.length}
            total={pagination.total}
            pages={pages}
          />
        </div>
      )}
      {me !== null && !isAmongThem && (
        <section aria-label="Your place">
          <h2 className="mb-2 font-serif text-xl">Your place</h2>
          <LeaderboardRows board={view.board} entries={[me]} />
        </section>
      )}
      <p className="text-sm text-muted">
        {isListed
          ? 'You’re listed, so others can see your place. '
          : 'You aren’t listed: only you can see your place. '}
        <Link to={paths.rewardSettings} className="link">
          Change this in Settings
        </Link>
      </p>
    </div>
  );
}
