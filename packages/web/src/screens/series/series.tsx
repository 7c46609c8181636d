import type { Series } from '@inkling/contract/series';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRevalidator, useRouteError } from 'react-router';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import { loadSeries, seriesQuery } from '../../features/series/series.api.ts';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/series.ts';
import { seriesMeta, titleOfSeries } from './series-meta.ts';
import { SeriesPage } from './series-page.tsx';

export const loader = async (args: Route.LoaderArgs) => ({
  series: (await loadSeries(args, args.params.id)).data,
  address: new URL(args.request.url).origin + paths.series(args.params.id),
});

/** With a session the query cache is used: readers see other stories than visitors. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { id } = args.params;
  const address = location.origin + paths.series(id);
  if (readToken() === null) return { series: (await loadSeries(args, id)).data, address };
  prefetch(seriesQuery(id));
  return { series: null, address };
}

export const meta: Route.MetaFunction = ({ loaderData }) => seriesMeta(loaderData ?? null);

export default function SeriesScreen({ loaderData, params }: Route.ComponentProps) {
  const signedIn = useSessionState() === 'member';
  const member = useIsMemberPage();
  const { id } = params;
  const { series } = loaderData;
  const own = useQuery({ ...seriesQuery(id), enabled: signedIn });

  if (!signedIn && (!member || own.data === undefined)) {
    if (series === null) return <RevalidateAsVisitor waiting={<Skeleton />} />;
    return (
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
        <SeriesPage series={series} />
      </div>
    );
  }
  if (own.isPending) return series === null ? <Skeleton /> : <SeriesPage series={series} />;
  if (own.isLoadingError) return <Failed error={own.error} onRetry={() => own.refetch()} />;
  return <MembersSeries series={own.data.data} />;
}

const MembersSeries = ({ series }: { series: Series }) => (
  <>
    <title>{titleOfSeries(series)}</title>
    <SeriesPage series={series} />
  </>
);

const Skeleton = () => (
  <div>
    <TitleSkeleton className="w-72" />
    <div className="mt-8">
      <CoverGridSkeleton />
    </div>
  </div>
);

const Failed = (failure: { error: unknown; onRetry: () => void }) => (
  <PageFailed
    {...failure}
    heading="Series"
    fallback="Failed to fetch the series"
    gone={{
      heading: 'Series not found',
      text: 'Its author may have deleted it, or none of its stories are published.',
    }}
  />
);

/** The server renders as a visitor and does not find a series without stories for visitors, but its reader may. */
function OwnOrNotFound({ id }: { id: string }) {
  const own = useQuery(seriesQuery(id));
  if (own.isPending) return <Skeleton />;
  if (own.isLoadingError) return <Failed error={own.error} onRetry={() => own.refetch()} />;
  return <MembersSeries series={own.data.data} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const session = useSessionState();
  const { id } = useParams();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  if (session === 'member' && id !== undefined && isGone(error)) return <OwnOrNotFound id={id} />;
  return (
    // Hidden from members until hydration, because the series may be their own.
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <Failed error={error} onRetry={() => void revalidate()} />
    </div>
  );
}
