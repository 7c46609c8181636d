import type { CommunityPage, PostSort } from '@inkling/contract/communities';
import { communityLimits } from '@inkling/contract/limits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useBanMenu } from '../../features/communities/ban-menu.tsx';
import {
  isModerator,
  newPostKey,
  type PostList,
  postsQuery,
  useSeenPosts,
} from '../../features/communities/communities.api.ts';
import { ListedPost } from '../../features/communities/listed-post.tsx';
import { Rules } from '../../features/communities/rules.tsx';
import { useNewPosts } from '../../features/communities/use-new-posts.ts';
import { useEditing } from '../../features/forms/use-editing.ts';
import { MarkSeen } from '../../features/notifications/mark-seen.tsx';
import { nextPageOf, ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf } from '../../features/stories/use-list.ts';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { QueryState } from '../../lib/query-state.tsx';
import { useIsMemberPage, useMe } from '../../lib/session.ts';
import { useIsHydrated } from '../../lib/use-query-string.ts';
import { type AddressFormat, useViewInAddress } from '../../lib/use-view-in-address.ts';
import { isWritten } from '../../lib/written-page.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListToolbar, ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

// Lazy, because only members need it.
const NewPostForm = lazyComponent(
  async () => (await import('../../features/communities/post-form.tsx')).NewPostForm,
  { fallback: <TextSkeleton lines={12} /> },
);

/** The specified sort orders, in order. */
const sorts: readonly (readonly [PostSort, string])[] = [
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['most_liked', 'Most liked'],
];

const postsAddress: AddressFormat<{ sort: PostSort; search: string; tag: string }> = {
  parse: (query) => {
    const parameters = new URLSearchParams(query);
    const text = (name: string) => (parameters.get(name) ?? '').trim().slice(0, communityLimits.search);
    const sort = sorts.find(([value]) => value === parameters.get('sort'))?.[0] ?? 'newest';
    return { sort, search: text('search'), tag: text('tag') };
  },
  format: ({ sort, search, tag }) => {
    const parameters = new URLSearchParams({
      ...(sort !== 'newest' && { sort }),
      ...(search !== '' && { search }),
      ...(tag !== '' && { tag }),
    });
    return parameters.size === 0 ? '' : `?${parameters}`;
  },
  reset: (view) => ({ ...view, search: '', tag: '' }),
  textOf: ({ search }) => search,
  withText: (view, text) => ({ ...view, search: text.trim().slice(0, communityLimits.search) }),
};

/** Whether the page may use its query string: not during hydration, unless the server wrote it for a member with that query. */
export const useKnowsQuery = (): boolean => useIsHydrated() || isWritten();

/** The view before the query is known. */
const firstAddress = { ...postsAddress, parse: () => postsAddress.parse('') };

interface Props {
  community: CommunityPage;
  /** The first posts as visitors see them; null where the page has come without them. */
  given?: PostList | null;
}

/** The posts of a community, and the form for another one. */
export function Posts({ community, given = null }: Props) {
  const { isPrivate, role, membership } = community;
  const me = useMe();
  const isMember = useIsMemberPage();
  if (role !== null) {
    // Until the member is known, there would be another list, which the member's would fetch again.
    if (me === undefined) return <PostsSkeleton />;
    return <MemberPosts key={me._id} community={community} given={given} userId={me._id} />;
  }
  return (
    <div className="max-w-3xl space-y-4">
      {membership !== 'banned' && (
        <p data-for={isMember ? undefined : 'visitor'} className="text-muted">
          Join the community to start posting!
        </p>
      )}
      {!isPrivate ? (
        <List community={community} given={given} />
      ) : (
        <EmptyState title="This community is private">
          {membership === 'requested'
            ? 'You’ll see its posts once your request is accepted.'
            : 'Only members can see its posts and members.'}
        </EmptyState>
      )}
    </div>
  );
}

/** With a button that opens the form; with an unsent post, the form is open. */
function MemberPosts({ community, given = null, userId }: Props & { userId: string }) {
  const { _id, belongsTo } = community;
  const storageKey = newPostKey(userId, _id);
  const form = useEditing(storageKey);
  return (
    <div className="max-w-3xl space-y-4">
      {form.isOpen && (
        <section aria-labelledby="new-post" className="rounded-xl border border-line bg-raised p-4 sm:p-5">
          <h2 id="new-post" className="mb-3 font-serif text-2xl">
            New post
          </h2>
          {community.rules.length > 0 && <Rules rules={community.rules} />}
          <NewPostForm
            communityId={_id}
            storyId={belongsTo?.kind === 'story' ? belongsTo.story._id : undefined}
            people={community.members}
            canPin={isModerator(community)}
            storageKey={storageKey}
            takesFocus={form.takesFocus}
            onDone={form.close}
          />
        </section>
      )}
      <List community={community} given={given}>
        {!form.isOpen && (
          <Button ref={form.button} variant="primary" onClick={form.open}>
            <PenLine aria-hidden="true" className="size-5" />
            New post
          </Button>
        )}
      </List>
    </div>
  );
}

/** A placeholder for posts, below the row of buttons. */
export const PostsSkeleton = () => (
  <div aria-busy="true" className="max-w-3xl space-y-4">
    <span className="sr-only" role="status">
      Loading…
    </span>
    <div className="h-45 sm:h-17" />
    {[1, 2, 3].map((post) => (
      <div key={post} className="space-y-3 rounded-lg border border-line bg-raised p-4">
        <div className="flex items-center gap-3">
          <div className={`size-9 rounded-full! ${pulse}`} />
          <div className={`h-5 w-40 ${pulse}`} />
        </div>
        <div className={`h-7 w-3/5 ${pulse}`} />
        <div className={`h-18 ${pulse}`} />
      </div>
    ))}
  </div>
);

const pulse = 'animate-pulse rounded-md bg-sunken';

/** The posts, below a row with `children`, new posts and the sort order. */
function List({ community, given = null, children }: Props & { children?: ReactNode }) {
  const { _id, role, membership } = community;
  const { view, text, setText, change, reset } = useViewInAddress(
    useKnowsQuery() ? postsAddress : firstAddress,
  );
  const { sort, search, tag } = view;
  const found = { ...(search !== '' && { search }), ...(tag !== '' && { tag }) };
  const isNarrowed = search !== '' || tag !== '';
  const setSort = (wanted: PostSort) => change({ sort: wanted });
  const me = useMe();
  const { banOf, dialog } = useBanMenu(community);
  const list = useRef<HTMLUListElement>(null);
  const isMember = useIsMemberPage();
  const posted = postsQuery(_id, sort, found);
  const first =
    given === null || sort !== 'newest' || isNarrowed ? undefined : { pages: [given], pageParams: [''] };
  // Visitors' lists have no likes of a member, so members and visitors have separate lists.
  const query = useInfiniteQuery({
    ...posted,
    placeholderData: (before) => before ?? first,
    ...(!isMember && { queryKey: [...posted.queryKey, 'visitor'], initialData: first }),
  });
  // First what the reader wrote that is held.
  const posts = [...(query.data?.pages[0]?.held ?? []), ...itemsOf(query.data?.pages ?? [])];
  useSeenPosts(community, posts);
  const added = useNewPosts(community, (id) => posts.some((post) => post._id === id));
  const total = query.data?.pages.at(-1)?.pagination.total ?? 0;
  const showAdded = async () => {
    if (sort === 'newest' && !isNarrowed) await query.refetch();
    else change({ sort: 'newest', search: '', tag: '' });
    list.current?.focus();
  };
  if (query.data === undefined)
    return <QueryState query={query} fallback="Failed to fetch posts" pending={<PostsSkeleton />} />;
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-end justify-between gap-3">
        {children}
        <div role="status">
          {added > 0 && (
            <Button
              variant="primary"
              className="rounded-full! px-3! text-sm"
              onClick={() => void showAdded()}
            >
              {pluralize(added, 'new post')}
            </Button>
          )}
        </div>
        {(total > 1 || isNarrowed) && (
          <div className="w-full *:mb-0 sm:ms-auto sm:w-auto">
            <ListToolbar
              label="Search posts"
              placeholder="Search posts"
              maxLength={communityLimits.search}
              text={text}
              onText={setText}
              width="sm:w-60"
            >
              <ToolbarChoice
                className="col-span-2"
                label="Sort posts"
                options={sorts}
                value={sort}
                onChange={setSort}
              />
            </ListToolbar>
          </div>
        )}
      </div>
      <MarkSeen ids={posts.map((post) => post._id)} list={list} />
      {tag !== '' && (
        <p className="flex flex-wrap items-center gap-x-3">
          <span>
            Posts tagged <bdi className="font-semibold">{tag}</bdi>
          </span>
          <Button variant="ghost" onClick={reset}>
            Show all posts
          </Button>
        </p>
      )}
      <h2 className="sr-only">Posts</h2>
      {posts.length === 0 ? (
        <EmptyState title={isNarrowed ? 'No posts found' : 'No posts yet'}>
          {isNarrowed
            ? 'Try fewer or different words.'
            : role === null
              ? 'Members haven’t written anything yet.'
              : 'Write the first one.'}
        </EmptyState>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Posts"
          // Not while what came with the page stands for the member's own list.
          aria-busy={(query.isPlaceholderData && query.data?.pages[0] !== given) || undefined}
          className="space-y-4 outline-none aria-busy:opacity-60"
        >
          {posts.map((post) => (
            <li key={post._id}>
              <ListedPost
                post={post}
                viewerId={me?._id}
                canLike={membership !== 'banned'}
                onBan={banOf(post.author)}
              />
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        list={list}
        items="posts"
        shown={query.hasNextPage ? Math.min(posts.length, total - 1) : total}
        total={total}
        pages={nextPageOf(query)}
      />
      {dialog}
    </>
  );
}
