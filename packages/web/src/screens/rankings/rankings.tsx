import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { genresQuery } from '../../features/genres/genres.api.ts';
import { RankingList } from '../../features/rankings/ranking-list.tsx';
import { loadRanking, type RankingView, rankingQuery } from '../../features/rankings/rankings.api.ts';
import { siteMeta } from '../../features/site/site-page.ts';
import { useListView, ViewSwitch } from '../../features/stories/list/view-switch.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { useQueryString } from '../../lib/use-query-string.ts';
import { isMember } from '../../lib/written-page.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { CoverGridSkeleton, ResultsSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/rankings.ts';

const periods = [
  ['week', 'Last 7 days'],
  ['month', 'Last 30 days'],
] as const;

const parseView = (parameters: URLSearchParams): RankingView => ({
  period: parameters.get('period') === 'month' ? 'month' : 'week',
  genre: parameters.get('genre') || null,
});
const isFirstView = ({ period, genre }: RankingView): boolean => period === 'week' && genre === null;

/** Members have the query cache: the response has what the reader may see and has saved. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { origin, searchParams } = new URL(args.request.url);
  const address = origin + paths.rankings();
  if (!isMember()) return { first: await loadRanking(args), address };
  prefetch(rankingQuery(parseView(searchParams)));
  prefetch(genresQuery);
  return { first: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) =>
  siteMeta('Rankings', 'The stories that readers turned to most this week and month.', loaderData?.address);

/** The stories with the most activity of a period, overall or of a genre. */
export default function Rankings({ loaderData: { first } }: Route.ComponentProps) {
  const session = useSessionState();
  const isGrid = useListView() === 'grid';
  const view = parseView(useQueryString());
  const [, setParameters] = useSearchParams();
  const genres = useQuery({ ...genresQuery, enabled: session !== 'unknown' });
  const loaded = session !== 'member' && isFirstView(view) ? first : null;
  const own = useQuery({ ...rankingQuery(view), enabled: session !== 'unknown' && loaded === null });
  const change = (changes: Partial<RankingView>) => {
    const { period, genre } = { ...view, ...changes };
    const parameters = new URLSearchParams();
    if (period !== 'week') parameters.set('period', period);
    if (genre !== null) parameters.set('genre', genre);
    setParameters(parameters, { replace: true, preventScrollReset: true });
  };
  const names = (genres.data?.data ?? []).map(({ _id, name }) => [_id, name] as const);
  const ranking = loaded ?? own.data;
  return (
    <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
      <h1 className="font-serif text-3xl sm:text-4xl">Rankings</h1>
      <p className="mt-1 text-muted">
        By activity: views, likes, comments and new readers. Updated every hour.
      </p>
      <div className="my-6 flex flex-wrap items-end gap-3">
        <div className="grid max-w-md min-w-0 flex-1 basis-60 grid-cols-2 gap-3">
          <ToolbarChoice
            label="Period"
            options={periods}
            value={view.period}
            onChange={(period) => change({ period })}
          />
          <ToolbarChoice
            label="Genre"
            options={[['', 'All genres'], ...names]}
            value={view.genre ?? ''}
            onChange={(genre) => change({ genre: genre || null })}
          />
        </div>
        <ViewSwitch />
      </div>
      {ranking === undefined ? (
        <QueryState
          query={own}
          fallback="Failed to fetch the ranking"
          pending={isGrid ? <CoverGridSkeleton /> : <ResultsSkeleton titled={false} />}
        />
      ) : ranking.data.length === 0 ? (
        <NothingRanked view={view} />
      ) : (
        <>
          <h2 className="sr-only">Stories</h2>
          <RankingList
            label="Ranking"
            stories={ranking.data}
            busy={loaded === null && own.isPlaceholderData}
          />
        </>
      )}
    </div>
  );
}

const NothingRanked = ({ view: { period } }: { view: RankingView }) => (
  <EmptyState
    title="Nothing is ranked yet"
    action={
      <Link to={paths.discover} className={buttonClass('primary')}>
        Discover Stories
      </Link>
    }
  >
    Stories that people read in the last {period === 'week' ? '7' : '30'} days will show up here.
  </EmptyState>
);
