import type { ReactNode } from 'react';
import {
  FoundChapters,
  FoundCommunityCard,
  FoundPersonCard,
  FoundStoryCard,
  Missing,
} from '../../features/search/found-cards.tsx';
import type { SearchState } from '../../features/search/search.api.ts';
import { typeNames } from '../../features/search/search-types.ts';
import { StoryGrid } from '../../features/stories/list/story-grid.tsx';
import { useListView } from '../../features/stories/list/view-switch.tsx';
import type { CallResponse } from '../../lib/api.ts';

interface Props {
  state: SearchState;
  data: CallResponse<'GET /search'>['data'];
}

/** The results, by type; on wide screens stories are beside the rest. */
export function ResultLists({ state, data }: Props) {
  const { stories, users, chapters, communities } = data;
  const others = users.length + chapters.length + communities.length > 0;
  const isGrid = useListView('list') === 'grid';
  const columns = stories.length > 0 && others;
  return (
    <div className={columns ? 'gap-12 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]' : undefined}>
      <List of="stories" state={state} length={stories.length}>
        {isGrid ? (
          <StoryGrid label="Stories" stories={stories} noteOf={(story) => <Missing of={story} />} />
        ) : (
          <ul className="divide-y divide-line">
            {stories.map((found) => (
              <li key={found._id}>
                <FoundStoryCard found={found} />
              </li>
            ))}
          </ul>
        )}
      </List>
      {others && (
        <div>
          <List of="users" state={state} length={users.length}>
            {users.map((person) => (
              <li key={person._id}>
                <FoundPersonCard person={person} />
              </li>
            ))}
          </List>
          <List of="chapters" state={state} length={chapters.length}>
            {/* A new search folds all excerpts again. */}
            <FoundChapters key={state.q} chapters={chapters} state={state} />
          </List>
          <List of="communities" state={state} length={communities.length}>
            {communities.map((community) => (
              <li key={community._id}>
                <FoundCommunityCard community={community} />
              </li>
            ))}
          </List>
        </div>
      )}
    </div>
  );
}

interface ListProps {
  of: 'stories' | 'users' | 'chapters' | 'communities';
  state: SearchState;
  length: number;
  children: ReactNode;
}

function List({ of, state, length, children }: ListProps) {
  if (length === 0) return null;
  return (
    <section aria-labelledby={`found-${of}`} className="mb-8">
      {/* In a tab of one type, the tab says it. */}
      <h2 id={`found-${of}`} className={state.type === 'all' ? 'font-serif text-2xl' : 'sr-only'}>
        {typeNames[of]}
      </h2>
      {of === 'chapters' || of === 'stories' ? (
        children
      ) : (
        <ul className="divide-y divide-line">{children}</ul>
      )}
    </section>
  );
}
