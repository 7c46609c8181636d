import type { FoundStory } from '@inkling/contract/search';
import { StoryListCard } from '../stories/list/story-list-card.tsx';
import { Marked } from './marked-text.tsx';

/** The words of the search that a story does not have, if no story has all of them. */
export const Missing = ({ of: { marks } }: { of: FoundStory }) =>
  marks.missing.length > 0 && (
    <p className="mt-1 text-sm text-muted">
      Missing: <bdi>{marks.missing.join(', ')}</bdi>
    </p>
  );

/** A story in the results of a search, with the matches marked, and what it is missing. */
export function FoundStoryCard({ found }: { found: FoundStory }) {
  const { marks, ...story } = found;
  const { title, description } = marks;
  return (
    <StoryListCard
      story={story}
      title={story.title === '' ? undefined : <Marked of={{ text: story.title, matches: title }} />}
      description={description.text === '' ? undefined : <Marked of={description} />}
      note={<Missing of={found} />}
    />
  );
}
