import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { communityQuery, isModerator, useMembership } from '../../features/communities/communities.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/community.ts';
import { About } from './about.tsx';
import { CommunityHeader, communityCoverClass, communityHeaderClass } from './community-header.tsx';
import { Posts, PostsSkeleton } from './posts.tsx';

const Manage = lazyComponent(async () => (await import('./manage.tsx')).Manage, {
  fallback: <TextSkeleton lines={8} />,
});

const pulse = 'animate-pulse rounded-md bg-raised';

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => prefetch(communityQuery(params.id));
clientLoader.hydrate = true as const;
/** @alias clientLoader */
export const loader = clientLoader;

export default function CommunityScreen({ params: { id } }: Route.ComponentProps) {
  return <CommunityView id={id} />;
}

/** A community: its posts, what it is, and for founder and moderators its people. */
export function CommunityView({ id }: { id: string }) {
  const query = useQuery(communityQuery(id));
  if (query.isPending)
    return (
      <>
        <title>{pageTitle('Community')}</title>
        <BackLink to={paths.community()}>Community</BackLink>
        <div aria-busy="true" className={communityHeaderClass}>
          <span className="sr-only" role="status">
            Loading…
          </span>
          <div className={`aspect-3/4 ${communityCoverClass} ${pulse}`} />
          <div>
            <div className={`h-8 w-56 max-w-full sm:h-11 sm:w-72 ${pulse}`} />
            <div className={`mt-2 h-6 w-40 ${pulse}`} />
          </div>
          <div className="flex h-11 gap-3 max-sm:col-span-2 sm:col-start-2">
            <div className={`h-full w-24 ${pulse}`} />
          </div>
        </div>
        <TabsSkeleton tabs={2} />
        <PostsSkeleton />
      </>
    );
  // Deleted while it was open, too.
  if (query.isLoadingError || isGone(query.error))
    return (
      <PageFailed
        error={query.error}
        onRetry={() => void query.refetch()}
        heading="Community"
        fallback="Failed to fetch the community"
        gone={{ heading: 'Community not found', text: 'It may have been deleted.' }}
      />
    );
  return <Page key={id} response={query.data} />;
}

function Page({ response }: { response: CallResponse<'GET /community/{id}'> }) {
  const { shown: community, ...membership } = useMembership(response.data);
  const [search, setSearch] = useSearchParams();
  const { name, requestsCount } = community;
  const tabs = [
    { id: 'posts', label: 'Posts', content: <Posts community={community} /> },
    { id: 'about', label: 'About', content: <About community={community} /> },
    ...(isModerator(community)
      ? [
          {
            id: 'manage',
            label: requestsCount ? `Manage (${requestsCount.toLocaleString('en')})` : 'Manage',
            content: <Manage community={community} />,
          },
        ]
      : []),
  ];
  const wanted = search.get('tab') ?? 'posts';
  const open = (tab: string) =>
    setSearch(tab === 'posts' ? {} : { tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      <title>{pageTitle(name)}</title>
      <BackLink to={paths.community()}>Community</BackLink>
      <CommunityHeader community={community} {...membership} />
      <Tabs
        label="Community"
        tabs={tabs}
        value={tabs.some(({ id }) => id === wanted) ? wanted : 'posts'}
        onChange={open}
      />
    </>
  );
}
