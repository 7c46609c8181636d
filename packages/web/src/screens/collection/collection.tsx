import { useParams } from 'react-router';
import { collectionQuery, loadCollection } from '../../features/collections/collections.api.ts';
import { type PublicFrame, PublicPage, PublicPageFailed } from '../../features/layout/public-page.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { isMember } from '../../lib/written-page.tsx';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/collection.ts';
import { collectionMeta, titleOfCollection } from './collection-meta.ts';
import { CollectionPage } from './collection-page.tsx';

const pulse = 'animate-pulse rounded-md bg-sunken';

/** A placeholder with the layout of a collection's page. */
const CollectionSkeleton = () => (
  <div>
    <TitleSkeleton className="w-72" />
    <div className={`mt-3 h-6 w-56 max-w-full ${pulse}`} />
    <div className={`mt-4 h-11 w-40 ${pulse}`} />
    <div className="mt-8">
      <CoverGridSkeleton figures />
    </div>
  </div>
);

/** Members have the query cache: the response has what the reader may see and has saved. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { id } = args.params;
  const address = new URL(args.request.url).origin + paths.collection(id);
  if (!isMember()) return { first: await loadCollection(args, id), address };
  prefetch(collectionQuery(id));
  return { first: null, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => collectionMeta(loaderData ?? null);

const frameOf = (id: string): PublicFrame<CallResponse<'GET /collections/{id}'>> => ({
  query: collectionQuery(id),
  pending: <CollectionSkeleton />,
  failed: {
    heading: 'Collection',
    fallback: 'Failed to fetch the collection',
    gone: {
      heading: 'Collection not found',
      text: 'It may be private, or its owner may have deleted it.',
    },
  },
  title: ({ data }) => titleOfCollection(data),
  children: (first, isOwn) => <CollectionPage key={id} first={first} loaded={isOwn} />,
});

export default function CollectionScreen({ loaderData, params }: Route.ComponentProps) {
  return <PublicPage given={loaderData.first} {...frameOf(params.id)} />;
}

export function ErrorBoundary() {
  const { id = '' } = useParams();
  return <PublicPageFailed {...frameOf(id)} />;
}
