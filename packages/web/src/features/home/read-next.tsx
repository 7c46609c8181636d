import type { Story } from '@inkling/contract/stories';
import { primaryLanguage } from '@inkling/contract/story-filters';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { QueryState } from '../../lib/query-state.tsx';
import { useSessionState } from '../../lib/session.ts';
import { useNear } from '../../lib/use-near.ts';
import { CoverGridSkeleton, TitleSkeleton } from '../../ui/skeleton.tsx';
import { genreStoriesQuery } from '../stories/list/story-lists.api.ts';
import { storiesByQuery } from '../stories/stories.api.ts';
import { StoryCard } from '../stories/story-card.tsx';
import { useReadLanguages } from '../stories/story-language.ts';
import { authorOf } from '../stories/story-text.ts';
import { recommendedQuery } from './home.api.ts';
import { suggestionCount, suggestionsAfter } from './suggestions.ts';

interface Props {
  id: string;
  title: ReactNode;
  stories: Story[];
  /** False if the title names the author. */
  byline?: boolean;
}

const rowColumns = 'grid-cols-2 sm:grid-cols-4';

/** Up to four stories below the end of one. */
function StoryRow({ id, title, stories, byline }: Props) {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="mb-4 font-serif text-2xl">
        {title}
      </h2>
      <ul className={`grid gap-x-4 gap-y-8 ${rowColumns}`}>
        {stories.map((story) => (
          <li key={story._id} className="min-w-0">
            <StoryCard story={story} byline={byline} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const pending = (
  <div className="mt-10">
    <TitleSkeleton />
    <CoverGridSkeleton figures count={4} columns={rowColumns} />
  </div>
);

/** Below a story or its end, once the reader comes near: the author's other stories, and what to read next. */
export function ReadNext({ story }: { story: Story }) {
  const place = useRef<HTMLDivElement>(null);
  const near = useNear(place);
  return <div ref={place}>{near ? <Suggestions story={story} /> : pending}</div>;
}

function Suggestions({ story }: { story: Story }) {
  const signedIn = useSessionState() === 'member';
  const [genre] = story.genres;
  // A reader at the end of this story reads its language, too.
  const languages = [...new Set([...useReadLanguages(), primaryLanguage(story.language)])];
  const own = useQuery(storiesByQuery(story.author._id, 1));
  const ofGenre = useQuery({
    ...genreStoriesQuery(genre?._id ?? '', { language: languages.join() }),
    enabled: genre !== undefined,
  });
  const others = ofGenre.data?.data ?? [];
  const found = suggestionsAfter(story, own.data?.data ?? [], others);
  const recommended = useQuery({
    ...recommendedQuery,
    enabled: signedIn && !ofGenre.isLoading && found.next.length < suggestionCount,
  });
  // All at once, so that no list moves another.
  if (own.isLoading || ofGenre.isLoading || recommended.isLoading) return pending;
  const failed = [own, ofGenre, recommended].find(({ isError }) => isError);
  const all = [...others, ...(recommended.data?.data ?? [])].filter((other) =>
    languages.includes(primaryLanguage(other.language)),
  );
  const { byAuthor, next } = suggestionsAfter(story, own.data?.data ?? [], all);
  return (
    <>
      {byAuthor.length > 0 && (
        <StoryRow
          id="more-by-author"
          title={
            <>
              More by <bdi>{authorOf(story)}</bdi>
            </>
          }
          stories={byAuthor}
          byline={false}
        />
      )}
      {next.length > 0 && <StoryRow id="read-next" title="Readers also liked" stories={next} />}
      {failed && <QueryState query={failed} fallback="Failed to fetch stories" />}
    </>
  );
}
