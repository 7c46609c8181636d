import { useQuery } from '@tanstack/react-query';
import { useParams, useRevalidator, useRouteError } from 'react-router';
import { collectionQuery, loadCollection } from '../../features/collections/collections.api.ts';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { RevalidateAsVisitor } from '../../features/layout/revalidate-as-visitor.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { readToken } from '../../lib/session-store.ts';
import { useRecovery } from '../../lib/use-recovery.ts';
import type { Route } from './+types/collection.ts';
import { collectionMeta, titleOfCollection } from './collection-meta.ts';
import { CollectionPage } from './collection-page.tsx';
import { CollectionSkeleton } from './collection-skeleton.tsx';

export const loader = async (args: Route.LoaderArgs) => ({
  first: await loadCollection(args, args.params.id),
  address: new URL(args.request.url).origin + paths.collection(args.params.id),
});

/** With a session the query cache is used: the response has what the reader may see and has saved. */
export async function clientLoader(args: Route.ClientLoaderArgs) {
  const { id } = args.params;
  const address = location.origin + paths.collection(id);
  if (readToken() === null) return { first: await loadCollection(args, id), address };
  prefetch(collectionQuery(id));
  return { first: null, address };
}

export const meta: Route.MetaFunction = ({ loaderData }) => collectionMeta(loaderData ?? null);

export default function CollectionScreen({ loaderData, params }: Route.ComponentProps) {
  const signedIn = useSessionState() === 'member';
  const member = useIsMemberPage();
  const { id } = params;
  const { first } = loaderData;
  const own = useQuery({ ...collectionQuery(id), enabled: signedIn });

  if (!signedIn && (!member || own.data === undefined)) {
    if (first === null) return <RevalidateAsVisitor waiting={<CollectionSkeleton />} />;
    return (
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 member:p-0">
        <CollectionPage key={id} first={first} loaded />
      </div>
    );
  }
  if (own.isPending) {
    if (first === null) return <CollectionSkeleton />;
    return <CollectionPage key={id} first={first} loaded={false} />;
  }
  if (own.isLoadingError) return <Failed error={own.error} onRetry={() => own.refetch()} />;
  return <MembersCollection key={id} first={own.data} />;
}

/** A collection as its reader or owner sees it. */
const MembersCollection = ({ first }: { first: CallResponse<'GET /collections/{id}'> }) => (
  <>
    <title>{titleOfCollection(first.data)}</title>
    <CollectionPage first={first} loaded />
  </>
);

const Failed = (failure: { error: unknown; onRetry: () => void }) => (
  <PageFailed
    {...failure}
    heading="Collection"
    fallback="Failed to fetch the collection"
    gone={{
      heading: 'Collection not found',
      text: 'It may be private, or its owner may have deleted it.',
    }}
  />
);

/** The server renders as a visitor and does not find private collections, but their owner does. */
function OwnOrNotFound({ id }: { id: string }) {
  const own = useQuery(collectionQuery(id));
  if (own.isPending) return <CollectionSkeleton />;
  if (own.isLoadingError) return <Failed error={own.error} onRetry={() => own.refetch()} />;
  return <MembersCollection first={own.data} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  const session = useSessionState();
  const { id } = useParams();
  const { revalidate } = useRevalidator();
  useRecovery(error, revalidate);
  if (session === 'member' && id !== undefined && isGone(error)) return <OwnOrNotFound id={id} />;
  return (
    // Hidden from members until hydration, because the collection may be their own.
    <div data-for={session === 'unknown' ? 'visitor' : undefined}>
      <Failed error={error} onRetry={() => void revalidate()} />
    </div>
  );
}
