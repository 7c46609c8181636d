import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storiesOfGenreQuery, storiesPerPage } from '../../features/stories/stories.api.ts';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { isStoryList, type StoryList, storyListQuery } from '../../features/stories/story-lists.api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { Pager } from '../../ui/pager.tsx';
import { CoverGridSkeleton } from '../../ui/skeleton.tsx';

const titles: Record<StoryList, string> = {
  all: 'All stories',
  recent: 'Recently Updated',
  trending: 'Trending Now',
  popular: 'Popular Now',
  'new-releases': 'New Releases',
  'top-rated': 'Top Rated',
  completed: 'Completed Stories',
  short: 'Short Stories',
  long: 'Epic Tales',
  'most-commented': 'Most Discussed',
  'editors-picks': 'Editor’s Picks',
};

/** The stories of a list or a genre for a page that is not built yet, so that links do not lead to an empty page. */
export function SuggestedStories({ list }: { list: string }) {
  const [page, setPage] = useState(1);
  const stories = useQuery({
    ...(isStoryList(list) ? storyListQuery(list, page) : storiesOfGenreQuery(list, page, storiesPerPage)),
    enabled: useSessionState() === 'member',
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="stories" className="mt-8">
      <h2 id="stories" className="mb-4 font-serif text-2xl">
        {isStoryList(list) ? titles[list] : list}
      </h2>
      <QueryState query={stories} fallback="Failed to fetch stories" pending={<CoverGridSkeleton />} />
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
