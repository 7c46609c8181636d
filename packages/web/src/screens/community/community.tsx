import type { CommunityPage } from '@inkling/contract/communities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import {
  communityQuery,
  deletedQuery,
  isModerator,
  listedCommunity,
  useBanWatch,
  useMembership,
} from '../../features/communities/communities.api.ts';
import { categoryNames } from '../../features/communities/community-card.tsx';
import { DeletedCommunities } from '../../features/communities/deleted-communities.tsx';
import { Rules } from '../../features/communities/rules.tsx';
import { BackLink } from '../../features/layout/back-link.tsx';
import { PageFailed } from '../../features/layout/page-failed.tsx';
import { communityQueueQuery } from '../../features/reports/reports.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import type { CallResponse } from '../../lib/api.ts';
import { localDate } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isGone } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useMe } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/community.ts';
import { CommunityHeader, communityCoverClass, communityHeaderClass } from './community-header.tsx';
import { Members } from './members.tsx';
import { Posts, PostsSkeleton } from './posts.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
);

/** What a community is, its rules, and its members for those who see them. */
function About({ community }: { community: CommunityPage }) {
  const { description, category, isPrivate, memberCount, founder, rules, stats, createdAt, role } = community;
  return (
    <div className="space-y-8">
      <section aria-labelledby="description">
        <h2 id="description" className="font-serif text-2xl">
          Description
        </h2>
        <p className="mt-2 max-w-[66ch] whitespace-pre-line wrap-anywhere" dir="auto">
          {description}
        </p>
      </section>
      <dl className="grid max-w-3xl grid-cols-2 gap-4 sm:grid-cols-3">
        <Fact name="Category">{categoryNames[category]}</Fact>
        <Fact name="Privacy">{isPrivate ? 'Private' : 'Public'}</Fact>
        <Fact name="Members">{memberCount.toLocaleString('en')}</Fact>
        <Fact name="Founder">
          {founder === null ? (
            'Unavailable'
          ) : (
            <Link to={paths.person(founder.username)} className="link">
              <bdi>{displayNameOf(founder)}</bdi>
            </Link>
          )}
        </Fact>
        <Fact name="Posts">{stats.postCount?.toLocaleString('en') ?? 'Visible to members only'}</Fact>
        <Fact name="Created">
          <time dateTime={createdAt}>{localDate(createdAt)}</time>
        </Fact>
      </dl>
      <section aria-labelledby="rules">
        <h2 id="rules" className="font-serif text-2xl">
          Rules
        </h2>
        {rules.length === 0 ? (
          <p className="mt-2 text-muted">This community has no rules yet.</p>
        ) : (
          <Rules rules={rules} open />
        )}
      </section>
      {(!isPrivate || role !== null) && <Members community={community} />}
    </div>
  );
}

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
  const client = useQueryClient();
  const isMember = useMe() !== undefined;
  const query = useQuery({ ...communityQuery(id), placeholderData: () => listedCommunity(client, id) });
  const deleted = useQuery({ ...deletedQuery, enabled: isMember && isGone(query.error) });
  const isDeleted = isGone(query.error) && deleted.data?.data.some(({ _id }) => _id === id);
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
  if (isDeleted)
    return (
      <>
        <title>{pageTitle('Deleted community')}</title>
        <BackLink to={paths.community()}>Community</BackLink>
        <DeletedCommunities id={id} />
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
  const { _id, name, requestsCount } = community;
  useBanWatch(community);
  const moderates = isModerator(community);
  const reports = useQuery({ ...communityQueueQuery(_id), enabled: moderates }).data?.pagination.total ?? 0;
  const waiting = (requestsCount ?? 0) + reports;
  const tabs = [
    { id: 'posts', label: 'Posts', content: <Posts community={community} /> },
    { id: 'about', label: 'About', content: <About community={community} /> },
    ...(moderates
      ? [
          {
            id: 'manage',
            label: waiting > 0 ? `Manage (${waiting.toLocaleString('en')})` : 'Manage',
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
