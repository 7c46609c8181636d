import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { messageOf } from '../../lib/api.ts';
import { callQuery } from '../../lib/query.ts';
import { useSessionState } from '../../lib/session.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';

/** The available lists, by the name in the page's path. */
const lists = {
  all: { title: 'All stories', key: 'GET /stories' },
  popular: { title: 'Popular Now', key: 'GET /stories/popular' },
  'new-releases': { title: 'New Releases', key: 'GET /stories/new-releases' },
  completed: { title: 'Completed Stories', key: 'GET /stories/completed' },
  short: { title: 'Short Stories', key: 'GET /stories/short' },
  long: { title: 'Epic Tales', key: 'GET /stories/long' },
} as const;
export type ListName = keyof typeof lists;

export const isListName = (name: string | undefined): name is ListName =>
  name !== undefined && Object.hasOwn(lists, name);

const limit = 20;

/** A story list for a page that is not built yet, so that links do not lead to an empty page. */
export function SuggestedStories({ list }: { list: ListName }) {
  const [page, setPage] = useState(1);
  const { title, key } = lists[list];
  const stories = useQuery({
    ...callQuery(key, { query: { page, limit } }),
    enabled: useSessionState() === 'member',
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="stories" className="mt-8">
      <h2 id="stories" className="mb-4 font-serif text-2xl">
        {title}
      </h2>
      {stories.isError && (
        <ErrorState
          message={messageOf(stories.error, 'Failed to fetch stories')}
          onRetry={() => void stories.refetch()}
        />
      )}
      {stories.isPending && <CoverGridSkeleton />}
      {stories.data?.data.length === 0 && <p className="text-muted">No stories yet.</p>}
      {stories.data && (
        <>
          <ul
            className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5"
            aria-busy={stories.isPlaceholderData || undefined}
          >
            {stories.data.data.map((story) => (
              <li key={story._id}>
                <StoryCard story={story} />
              </li>
            ))}
          </ul>
          <Pager page={page} totalPages={stories.data.pagination.totalPages} onChange={setPage} />
        </>
      )}
    </section>
  );
}
