import { useState } from 'react';
import { useParams } from 'react-router';
import { collectionQuery, loadCollection } from '../../features/collections/collections.api.ts';
import { type PublicFrame, PublicPage, PublicPageFailed } from '../../features/layout/public-page.tsx';
import { itemsOf, useMorePages } from '../../features/stories/use-list.ts';
import type { CallResponse } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { isMember } from '../../lib/written-page.tsx';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/collection.ts';
import { CollectedStories } from './collected-stories.tsx';
import { CollectionHeader } from './collection-header.tsx';
import { collectionMeta, titleOfCollection } from './collection-meta.ts';

const ArrangeStories = lazyComponent(async () => (await import('./arrange-stories.tsx')).ArrangeStories);

type CollectionResponse = CallResponse<'GET /collections/{id}'>;

interface Props {
  /** The collection with its first page of stories. */
  first: CollectionResponse;
  /** False while only public data is loaded, without what the viewer has saved. */
  loaded: boolean;
}

const pageOf = ({ data }: CollectionResponse) => ({ data: data.stories });

/** A collection: its header and its stories, which the owner can arrange. */
export function CollectionPage({ first, loaded }: Props) {
  const collection = first.data;
  const { _id: id, owner, storyCount } = collection;
  const myId = useMe()?._id;
  const isOwner = myId === owner._id;
  const [arranging, setArranging] = useState(false);
  const pages = useMorePages(`collection ${id}`, first, (_, page) => collectionQuery(id, page));
  const entries = itemsOf([first, ...pages.loaded].map(pageOf));
  const stories = { collection, entries, total: storyCount, pages };
  return (
    <article>
      <CollectionHeader
        collection={collection}
        isOwner={isOwner}
        loaded={loaded}
        arranging={arranging}
        onArrange={setArranging}
      />
      <section aria-label="Stories" className="mt-8">
        {arranging && isOwner && entries.length > 0 ? (
          <ArrangeStories {...stories} onLoadFailed={() => setArranging(false)} />
        ) : (
          <CollectedStories {...stories} isOwner={isOwner} myId={myId} />
        )}
      </section>
    </article>
  );
}

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
