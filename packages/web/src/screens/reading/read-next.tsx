import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { storiesByQuery, storiesOfGenreQuery } from '../../features/stories/stories.api.ts';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { QueryState } from '../../lib/query-state.tsx';
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
  return (
    <section aria-labelledby="read-next" className="mt-10">
      <h2 id="read-next" className="mb-4 font-serif text-2xl">
        What to read next
      </h2>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-4">
        {stories.map((suggested) => (
          <li key={suggested._id} className="min-w-0">
            <StoryCard story={suggested} />
          </li>
        ))}
      </ul>
    </section>
  );
}
