import type { PublicProfile } from '@inkling/contract/profiles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { storiesByQuery, storiesPerPage } from '../../features/stories/stories.api.ts';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { displayNameOf } from '../../features/users/display-name.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Pager } from '../../ui/pager.tsx';

/** A person's published stories, newest first. The profile response contains the first page. */
export function PersonStories({ person }: { person: PublicProfile }) {
  const [page, setPage] = useState(1);
  const nextPage = useQuery({
    ...storiesByQuery(person._id, page),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  });
  const stories = page === 1 ? person.stories : (nextPage.data?.data ?? person.stories);
  return (
    <section aria-labelledby="stories">
      <h2 id="stories" className="font-serif text-2xl">
        Stories{' '}
        {person.storyCount > 0 && (
          <span className="text-lg text-muted tabular-nums">{person.storyCount}</span>
        )}
      </h2>
      {person.storyCount === 0 && (
        <p className="mt-3 text-muted" dir="auto">
          {displayNameOf(person)} hasn’t published any stories yet.
        </p>
      )}
      {page > 1 && nextPage.isError ? (
        <QueryState query={nextPage} fallback="Failed to fetch stories" />
      ) : (
        <ul
          className="mt-4 grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5"
          aria-busy={(page > 1 && nextPage.isFetching) || undefined}
        >
          {stories.map((story) => (
            <li key={story._id}>
              <StoryCard story={story} byline={false} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} totalPages={Math.ceil(person.storyCount / storiesPerPage)} onChange={setPage} />
    </section>
  );
}
