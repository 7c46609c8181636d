import type { PublicProfile } from '@inkling/contract/profiles';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListedStory, pageColumns, useListClass } from '../../features/stories/list/story-grid.tsx';
import { ViewSwitch } from '../../features/stories/list/view-switch.tsx';
import { storiesByQuery, storiesPerPage } from '../../features/stories/stories.api.ts';
import { displayNameOf } from '../../features/users/display-name.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Pager } from '../../ui/pager.tsx';

/** A person's published stories, newest first. The profile response contains the first page. */
export function PersonStories({ person }: { person: PublicProfile }) {
  const [page, setPage] = useState(1);
  const listClass = useListClass(pageColumns);
  const nextPage = useQuery({
    ...storiesByQuery(person._id, page),
    enabled: page > 1,
    placeholderData: keepPreviousData,
  });
  const stories = page === 1 ? person.stories : (nextPage.data?.data ?? person.stories);
  return (
    <section aria-labelledby="stories">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="stories" className="font-serif text-2xl">
          Stories{' '}
          {person.storyCount > 0 && (
            <span className="text-lg text-muted tabular-nums">{person.storyCount}</span>
          )}
        </h2>
        {person.storyCount > 0 && <ViewSwitch />}
      </div>
      {person.storyCount === 0 && (
        <p className="mt-3 text-muted" dir="auto">
          {displayNameOf(person)} hasn’t published any stories yet.
        </p>
      )}
      {page > 1 && nextPage.isError ? (
        <QueryState query={nextPage} fallback="Failed to fetch stories" />
      ) : (
        <ul className={`mt-4 ${listClass}`} aria-busy={(page > 1 && nextPage.isFetching) || undefined}>
          {stories.map((story) => (
            <li key={story._id}>
              <ListedStory story={story} byline={false} />
            </li>
          ))}
        </ul>
      )}
      <Pager page={page} totalPages={Math.ceil(person.storyCount / storiesPerPage)} onChange={setPage} />
    </section>
  );
}
