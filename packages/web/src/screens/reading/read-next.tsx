import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { storiesByQuery, storiesOfGenreQuery } from '../../features/stories/stories.api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { StoryRow } from './story-row.tsx';
import { storiesToReadNext, suggestionCount } from './suggestions.ts';

/** Other stories by the author, then stories of the same genre. */
export function ReadNext({ story }: { story: Story }) {
  const [genre] = story.genres;
  const byAuthor = useQuery(storiesByQuery(story.author._id, 1));
  const own = byAuthor.data && storiesToReadNext(story, byAuthor.data.data);
  const needsMore = own !== undefined && own.length < suggestionCount && genre !== undefined;
  const ofGenre = useQuery({ ...storiesOfGenreQuery(genre?._id ?? ''), enabled: needsMore });
  if (own === undefined) return <QueryState query={byAuthor} fallback="Failed to fetch stories" />;
  const stories = storiesToReadNext(story, [...own, ...(ofGenre.data?.data ?? [])]);
  if (needsMore && ofGenre.isPending) return null;
  if (stories.length === 0) return null;
  return <StoryRow id="read-next" title="What to read next" stories={stories} />;
}
