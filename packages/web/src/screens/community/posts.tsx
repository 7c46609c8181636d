import type { CommunityPage, PostSort } from '@inkling/contract/communities';
import { useInfiniteQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { postsQuery } from '../../features/communities/communities.api.ts';
import { ListedPost } from '../../features/communities/listed-post.tsx';
import { NewPostForm, newPostKey } from '../../features/communities/post-form.tsx';
import { useNewPosts } from '../../features/communities/use-new-posts.ts';
import { useEditing } from '../../features/forms/use-editing.ts';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf } from '../../features/stories/use-list.ts';
import { pluralize } from '../../lib/format.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ToolbarChoice } from '../../ui/list-toolbar.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** The specified sort orders, in order. */
const sorts: readonly (readonly [PostSort, string])[] = [
  ['newest', 'Newest'],
  ['oldest', 'Oldest'],
  ['most_liked', 'Most liked'],
];

interface Props {
  community: CommunityPage;
}

/** The posts of a community, and the form for another one. */
export function Posts({ community }: Props) {
  const { isPrivate, role } = community;
  const me = useMe();
  return (
    <div className="max-w-3xl space-y-5">
      {role === null ? (
        <p className="text-muted">
          {community.membership === 'banned'
            ? 'You can’t post here.'
            : 'Join the community to start posting!'}
          {isPrivate && ' Only members see the posts of a private community.'}
        </p>
      ) : (
        me !== undefined && <NewPost key={me._id} community={community} userId={me._id} />
      )}
      {(!isPrivate || role !== null) && <List community={community} />}
    </div>
  );
}

/** A button that opens the form; with an unsent post, the form is open. */
function NewPost({ community: { _id, belongsTo }, userId }: Props & { userId: string }) {
  const storageKey = newPostKey(userId, _id);
  const form = useEditing(storageKey);
  if (!form.isOpen)
    return (
      <Button ref={form.button} variant="primary" onClick={form.open}>
        <PenLine aria-hidden="true" className="size-5" />
        New post
      </Button>
    );
  return (
    <section aria-labelledby="new-post" className="rounded-xl border border-line bg-raised p-4 sm:p-5">
      <h2 id="new-post" className="mb-3 font-serif text-2xl">
        New post
      </h2>
      <NewPostForm
        communityId={_id}
        storyId={belongsTo?.kind === 'story' ? belongsTo.story._id : undefined}
        storageKey={storageKey}
        takesFocus={form.takesFocus}
        onDone={form.close}
      />
    </section>
  );
}

function List({ community: { _id, role } }: Props) {
  const [search, setSearch] = useSearchParams();
  const sort = sorts.find(([value]) => value === search.get('sort'))?.[0] ?? 'newest';
  const setSort = (wanted: PostSort) =>
    setSearch(wanted === 'newest' ? {} : { sort: wanted }, { replace: true, preventScrollReset: true });
  const me = useMe();
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(postsQuery(_id, sort));
  const posts = itemsOf(query.data?.pages ?? []);
  const added = useNewPosts(_id, (id) => posts.some((post) => post._id === id));
  const total = query.data?.pages.at(-1)?.pagination.total ?? 0;
  const showAdded = async () => {
    if (sort === 'newest') await query.refetch();
    else setSort('newest');
    list.current?.focus();
  };
  if (query.data === undefined)
    return (
      <QueryState query={query} fallback="Failed to fetch posts" pending={<TextSkeleton lines={12} />} />
    );
  return (
    <>
      <div className="flex min-h-11 items-end justify-between gap-3">
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
        {total > 1 && (
          <ToolbarChoice inline label="Sort posts" options={sorts} value={sort} onChange={setSort} />
        )}
      </div>
      <h2 className="sr-only">Posts</h2>
      {posts.length === 0 ? (
        <EmptyState title="No posts yet">
          {role === null ? 'Members haven’t written anything yet.' : 'Write the first one.'}
        </EmptyState>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Posts" className="space-y-4 outline-none">
          {posts.map((post) => (
            <li key={post._id}>
              <ListedPost post={post} viewerId={me?._id} />
            </li>
          ))}
        </ul>
      )}
      <ShowMore
        list={list}
        items="posts"
        shown={query.hasNextPage ? Math.min(posts.length, total - 1) : total}
        total={total}
        pages={{
          busy: query.isFetchingNextPage,
          error: query.isFetchNextPageError ? query.error : null,
          more: () => void query.fetchNextPage(),
        }}
      />
    </>
  );
}
