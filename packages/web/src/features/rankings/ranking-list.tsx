import type { RankedStory } from '@inkling/contract/rankings';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { pageColumns, useListClass } from '../stories/list/story-grid.tsx';
import { StoryListCard } from '../stories/list/story-list-card.tsx';
import { useListView } from '../stories/list/view-switch.tsx';
import { RatingFigure, StoryCard } from '../stories/story-card.tsx';
import { formatCount } from '../stories/story-text.ts';

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
  const isGrid = useListView() === 'grid';
  const className = useListClass(pageColumns);
  return (
    <ol
      aria-label={label}
      aria-busy={busy || undefined}
      className={`transition-opacity duration-(--motion-short) aria-busy:opacity-60 ${className}`}
    >
      {stories.map((story, index) => (
        <li key={story._id} className={isGrid ? 'min-w-0' : 'flex gap-2 sm:gap-4'}>
          <p
            className={
              isGrid
                ? 'mb-1 flex items-baseline gap-2'
                : 'flex w-10 shrink-0 flex-col items-center pt-3 tabular-nums sm:w-14'
            }
          >
            <span className="font-serif text-2xl">
              <span className="sr-only">Rank </span>
              {story.rank}
            </span>
            {comparable && <Move rank={story.rank} previous={story.previousRank} />}
          </p>
          {isGrid ? (
            <StoryCard story={story} eager={index < 2} />
          ) : (
            <div className="min-w-0 flex-1">
              <StoryListCard story={story} figures={<Figures story={story} />} eager={index < 2} />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

/** What a story is ranked by, and its totals. */
const Figures = ({ story }: { story: RankedStory }) => (
  <div className="mt-1 overflow-hidden text-sm text-muted tabular-nums">
    <p className="figures">
      <span className="font-semibold text-text">Activity {story.activity.toLocaleString('en')}</span>
      {story.previousActivity !== null && <span>was {story.previousActivity.toLocaleString('en')}</span>}
      <span>{formatCount(story.viewCount, 'view')}</span>
      <span>{formatCount(story.likes, 'like')}</span>
      <RatingFigure stats={story.stats} />
    </p>
  </div>
);

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
