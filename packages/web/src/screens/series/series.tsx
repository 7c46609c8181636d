import type { Series } from '@inkling/contract/series';
import { useParams } from 'react-router';
import { type PublicFrame, PublicPage, PublicPageFailed } from '../../features/layout/public-page.tsx';
import { loadSeries, seriesQuery } from '../../features/series/series.api.ts';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { isMember } from '../../lib/written-page.tsx';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/series.ts';
import { seriesMeta, titleOfSeries } from './series-meta.ts';
import { SeriesPage } from './series-page.tsx';

/** Members have the query cache: readers see other stories than visitors. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { id } = args.params;
  const address = new URL(args.request.url).origin + paths.series(id);
  if (!isMember()) return { series: (await loadSeries(args, id)).data, address };
  prefetch(seriesQuery(id));
  return { series: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => seriesMeta(loaderData ?? null);

const frameOf = (id: string): PublicFrame<CallResponse<'GET /series/{id}'>, Series> => ({
  query: { ...seriesQuery(id), select: ({ data }) => data },
  pending: (
    <div>
      <TitleSkeleton className="w-72" />
      <div className="mt-8">
        <CoverGridSkeleton />
      </div>
    </div>
  ),
  failed: {
    heading: 'Series',
    fallback: 'Failed to fetch the series',
    gone: {
      heading: 'Series not found',
      text: 'Its author may have deleted it, or none of its stories are published.',
    },
  },
  title: titleOfSeries,
  children: (series) => <SeriesPage key={id} series={series} />,
});

export default function SeriesScreen({ loaderData, params }: Route.ComponentProps) {
  return <PublicPage given={loaderData.series} {...frameOf(params.id)} />;
}

export function ErrorBoundary() {
  const { id = '' } = useParams();
  return <PublicPageFailed {...frameOf(id)} />;
}
