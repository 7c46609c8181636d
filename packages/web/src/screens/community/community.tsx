import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { communityQuery, isModerator, useMembership } from '../../features/communities/communities.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import type { CallResponse } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TextSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/community.ts';
import { About } from './about.tsx';
import { CommunityHeader } from './community-header.tsx';
import { Posts } from './posts.tsx';

const Manage = lazyComponent(async () => (await import('./manage.tsx')).Manage, {
  fallback: <TextSkeleton lines={8} />,
});

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => prefetch(communityQuery(params.id));

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
        <div className="flex gap-5">
          <div className="aspect-3/4 w-28 shrink-0 animate-pulse rounded-md bg-sunken sm:w-40" />
          <div className="min-w-0 flex-1">
            <TitleSkeleton className="w-72" />
            <TextSkeleton lines={3} />
          </div>
        </div>
      </>
    );
  if (query.isLoadingError)
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
            label: requestsCount ? `Manage (${requestsCount.toLocaleString()})` : 'Manage',
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
