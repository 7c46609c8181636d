import type { CommunityPage } from '@inkling/contract/communities';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import {
  communityQuery,
  deletedQuery,
  isModerator,
  listedCommunity,
  loadCommunity,
  loadPosts,
  type PostList,
  useBanWatch,
  useMembership,
} from '../../features/communities/communities.api.ts';
import { categoryNames } from '../../features/communities/community-card.tsx';
import { MatureCommunity, withheld } from '../../features/communities/mature-community.tsx';
import { Rules } from '../../features/communities/rules.tsx';
import { BackLink } from '../../features/layout/back-link.tsx';
import { type PublicFrame, PublicPage, PublicPageFailed } from '../../features/layout/public-page.tsx';
import { communityQueueQuery } from '../../features/reports/reports.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import type { CallResponse } from '../../lib/api.ts';
import { localDate } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { isGone, type LoaderArgs } from '../../lib/load.ts';
import { paths } from '../../lib/paths.ts';
import { prefetch } from '../../lib/query.ts';
import { useIsMemberPage, useSessionState } from '../../lib/session.ts';
import { pageTitle } from '../../lib/titles.ts';
import { isMember } from '../../lib/written-page.tsx';
import { TabsSkeleton, TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { Route } from './+types/community.ts';
import { CommunityHeader, communityCoverClass, communityHeaderClass } from './community-header.tsx';
import { communityMeta } from './community-meta.ts';
import { Posts, PostsSkeleton, useKnowsQuery } from './posts.tsx';

const Members = lazyComponent(async () => (await import('./members.tsx')).Members, {
  fallback: <TextSkeleton lines={8} />,
});

const DeletedCommunities = lazyComponent(
  async () => (await import('../../features/communities/deleted-communities.tsx')).DeletedCommunities,
);

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

async function visitorsView(args: LoaderArgs, id: string) {
  const community = await loadCommunity(args, id);
  if (import.meta.env.SSR && community.isMature)
    return { community: { ...community, ...withheld }, posts: null, isWithheld: true };
  const posts = community.isPrivate ? null : await loadPosts(args, id);
  return { community, posts, isWithheld: false };
}

/** Members' data come from the query cache, because the response depends on their membership. */
async function load(args: Route.LoaderArgs | Route.ClientLoaderArgs) {
  const { id } = args.params;
  const address = new URL(args.request.url).origin + paths.community(id);
  if (!isMember()) return { ...(await visitorsView(args, id)), address };
  prefetch(communityQuery(id));
  return { community: null, posts: null, isWithheld: false, address };
}
export const loader = load;
export const clientLoader = load;

export const meta: Route.MetaFunction = ({ loaderData }) => communityMeta(loaderData ?? null);

const Pending = () => (
  <>
    <title>{pageTitle('Community')}</title>
    <div className="h-15" />
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

const frameOf = (
  client: QueryClient,
  id: string,
  posts: PostList | null = null,
): PublicFrame<CallResponse<'GET /community/{id}'>, CommunityPage> => ({
  query: {
    ...communityQuery(id),
    placeholderData: () => listedCommunity(client, id),
    select: ({ data }) => data,
  },
  pending: <Pending />,
  failed: {
    heading: 'Community',
    fallback: 'Failed to fetch the community',
    gone: { heading: 'Community not found', text: 'It may have been deleted.' },
  },
  title: ({ name }) => pageTitle(name),
  children: (community) => <Page key={id} loaded={community} posts={posts} />,
});

export default function CommunityScreen({ loaderData, params: { id } }: Route.ComponentProps) {
  const { community, posts, isWithheld } = loaderData;
  return (
    <MatureCommunity community={community}>
      <CommunityView id={id} given={isWithheld ? null : community} posts={posts} />
    </MatureCommunity>
  );
}

interface Props {
  id: string;
  /** What visitors see; null on a member's page. */
  given?: CommunityPage | null;
  posts?: PostList | null;
}

/** A community: its posts, what it is, and for founder and moderators its people. */
export function CommunityView({ id, given = null, posts = null }: Props) {
  const frame = frameOf(useQueryClient(), id, posts);
  return (
    <Restorable id={id}>
      <PublicPage given={given} {...frame} />
    </Restorable>
  );
}

/** Shows the founder of a deleted community 'Restore' in place of 'Community not found'. */
function Restorable({ id, children }: { id: string; children: ReactNode }) {
  const isMember = useSessionState() === 'member';
  const isNotFound = isGone(useQuery({ ...communityQuery(id), enabled: isMember }).error);
  const deleted = useQuery({ ...deletedQuery, enabled: isMember && isNotFound });
  if (!isNotFound || !deleted.data?.data.some(({ _id }) => _id === id)) return children;
  return (
    <>
      <title>{pageTitle('Deleted community')}</title>
      <BackLink to={paths.community()}>Community</BackLink>
      <DeletedCommunities id={id} />
    </>
  );
}

export function ErrorBoundary() {
  const { id = '' } = useParams();
  const frame = frameOf(useQueryClient(), id);
  return (
    <Restorable id={id}>
      <PublicPageFailed {...frame} />
    </Restorable>
  );
}

function Page({ loaded, posts }: { loaded: CommunityPage; posts: PostList | null }) {
  const { shown: community, ...membership } = useMembership(loaded);
  const [search, setSearch] = useSearchParams();
  const knowsQuery = useKnowsQuery();
  const isMemberPage = useIsMemberPage();
  const { _id, requestsCount } = community;
  useBanWatch(community);
  const moderates = isModerator(community);
  const reports = useQuery({ ...communityQueueQuery(_id), enabled: moderates }).data?.pagination.total ?? 0;
  const waiting = (requestsCount ?? 0) + reports;
  const tabs = [
    { id: 'posts', label: 'Posts', content: <Posts community={community} given={posts} /> },
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
  const wanted = (knowsQuery ? search.get('tab') : null) ?? 'posts';
  const open = (tab: string) =>
    setSearch(tab === 'posts' ? {} : { tab }, { replace: true, preventScrollReset: true });
  return (
    <>
      {/* Only members can open the hub. */}
      <div data-for={isMemberPage ? undefined : 'member'}>
        <BackLink to={paths.community()}>Community</BackLink>
      </div>
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
