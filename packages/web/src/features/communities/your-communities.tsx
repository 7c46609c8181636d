import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useMe } from '../../lib/session.ts';
import { nextPageOf, ShowMore } from '../stories/show-more.tsx';
import { itemsOf } from '../stories/use-list.ts';
import { communitiesQuery, deletedQuery, feedQuery } from './communities.api.ts';
import { CommunityGrid } from './community-card.tsx';
import { DeletedCommunities } from './deleted-communities.tsx';
import { ListedPost } from './listed-post.tsx';

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="mb-10">
    <h2 id={id} className="mb-4 font-serif text-2xl">
      {title}
    </h2>
    {children}
  </section>
);

const mineQuery = communitiesQuery({ search: '', category: 'all', mine: true });

/** Whether what `YourCommunities` shows is loading: what is below it waits, so that nothing moves. */
export function useYoursLoading(enabled: boolean): boolean {
  const mine = useQuery({ ...mineQuery, enabled });
  const feed = useInfiniteQuery({ ...feedQuery, enabled });
  const deleted = useQuery({ ...deletedQuery, enabled });
  return mine.isLoading || feed.isLoading || deleted.isLoading;
}

/** The reader's communities, and the newest posts there. Nothing without any. */
export function YourCommunities() {
  const mine = useQuery(mineQuery).data?.data ?? [];
  if (mine.length === 0) return <DeletedCommunities />;
  return (
    <>
      <Section id="your-communities" title="Your communities">
        <CommunityGrid communities={mine} />
      </Section>
      <DeletedCommunities />
      <Feed />
    </>
  );
}

function Feed() {
  const viewerId = useMe()?._id;
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery(feedQuery);
  const posts = itemsOf(query.data?.pages ?? []);
  const total = query.data?.pages.at(-1)?.pagination.total ?? 0;
  if (posts.length === 0) return null;
  return (
    <Section id="community-feed" title="From your communities">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="From your communities"
        className="max-w-3xl space-y-4 outline-none"
      >
        {posts.map((post) => (
          <li key={post._id}>
            <ListedPost
              post={post}
              communityName={post.communityName}
              viewerId={viewerId}
              canLike
              onBan={undefined}
            />
          </li>
        ))}
      </ul>
      <ShowMore
        list={list}
        items="posts"
        shown={query.hasNextPage ? Math.min(posts.length, total - 1) : total}
        total={total}
        pages={nextPageOf(query)}
      />
    </Section>
  );
}
