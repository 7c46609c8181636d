import type { FoundStory } from '@inkling/contract/search';
import { StoryListCard } from '../stories/list/story-list-card.tsx';
import { Marked } from './marked-text.tsx';

/** A story in the results of a search, with the matches marked, and what it is missing. */
export function FoundStoryCard({ found }: { found: FoundStory }) {
  const { marks, ...story } = found;
  const { title, description, missing } = marks;
  return (
    <>
      <StoryListCard
        story={story}
        title={story.title === '' ? undefined : <Marked of={{ text: story.title, matches: title }} />}
        description={description.text === '' ? undefined : <Marked of={description} />}
      />
      {missing.length > 0 && <p className="pb-3 text-sm text-muted">Missing: {missing.join(', ')}</p>}
    </>
  );
}
