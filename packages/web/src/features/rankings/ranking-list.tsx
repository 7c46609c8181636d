import type { RankedStory } from '@inkling/contract/rankings';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { StoryCard } from '../stories/story-card.tsx';

/** The page has no filters beside its list. */
const columns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5';

interface Props {
  label: string;
  stories: RankedStory[];
  /** The shown stories are about to be replaced. */
  busy: boolean;
}

/** Stories with their ranks, the first one first. */
export function RankingList({ label, stories, busy }: Props) {
  // On a site that has no activity before the period, every story would be new.
  const comparable = stories.some(({ previousRank }) => previousRank !== null);
  return (
    <ol
      aria-label={label}
      aria-busy={busy || undefined}
      className={`grid gap-x-4 gap-y-8 transition-opacity duration-(--motion-short) aria-busy:opacity-60 ${columns}`}
    >
      {stories.map((story, index) => (
        <li key={story._id} className="min-w-0">
          <p className="mb-1 flex items-baseline gap-2">
            <span className="font-serif text-2xl">
              <span className="sr-only">Rank </span>
              {story.rank}
            </span>
            {comparable && <Move rank={story.rank} previous={story.previousRank} />}
          </p>
          <StoryCard story={story} eager={index < 2} />
        </li>
      ))}
    </ol>
  );
}

/** How far a story has moved. */
function Move({ rank, previous }: { rank: number; previous: number | null }) {
  if (previous === rank) return null;
  const moved = previous === null ? 0 : previous - rank;
  if (moved === 0) return <span className="text-sm text-muted">New</span>;
  const Arrow = moved > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-0.5 text-sm text-muted">
      <Arrow aria-hidden="true" className="size-4" />
      <span className="sr-only">{moved > 0 ? 'up by ' : 'down by '}</span>
      {Math.abs(moved)}
    </span>
  );
}
