import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { storiesByQuery } from '../../features/stories/stories.api.ts';
import { authorOf } from '../../features/stories/story-text.ts';
import { StoryRow } from './story-row.tsx';
import { storiesToReadNext } from './suggestions.ts';

/** Other stories by the author of a story that goes on. Without any, nothing. */
export function MoreByAuthor({ story }: { story: Story }) {
  const { data } = useQuery(storiesByQuery(story.author._id, 1));
  const stories = storiesToReadNext(story, data?.data ?? []);
  if (stories.length === 0) return null;
  return (
    <StoryRow
      id="more-by-author"
      title={
        <>
          More by <bdi>{authorOf(story)}</bdi>
        </>
      }
      stories={stories}
    />
  );
}
