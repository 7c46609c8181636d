import { useQuery } from '@tanstack/react-query';
import { OwnRating } from '../../features/ratings/own-rating.tsx';
import { reviewsQuery } from '../../features/ratings/ratings.api.ts';

/** The reader's rating of a story, for readers who may rate it. A failure is not shown: the story's page has it too. */
export function StoryRating({ storyId }: { storyId: string }) {
  const { data, isError } = useQuery(reviewsQuery(storyId, 'newest'));
  // Gives back the reserved height (story-end.tsx).
  if (isError || (data !== undefined && data.refusal !== null)) return <span hidden />;
  if (data === undefined) return null;
  return (
    <div className="text-start">
      <OwnRating storyId={storyId} mine={data.mine} />
    </div>
  );
}
