import type { Story } from '@inkling/contract/stories';
import type { RefObject } from 'react';
import { CoverGridSkeleton, ResultsSkeleton } from '../../../ui/skeleton.tsx';
import { StoryCard } from '../story-card.tsx';
import { useListView } from './list-view.ts';
import { StoryListCard } from './story-list-card.tsx';

/** Two to four columns of stories, beside their filters on wide screens. */
const gridColumns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4';

interface Props {
  ref?: RefObject<HTMLUListElement | null>;
  label: string;
  stories: Story[];
  /** The shown stories are about to be replaced. */
  busy?: boolean;
}

/** Stories as covers, or in rows if the reader has chosen that. */
export function StoryGrid({ ref, label, stories, busy = false }: Props) {
  const isGrid = useListView() === 'grid';
  const arrangement = isGrid ? `grid gap-x-4 gap-y-8 ${gridColumns}` : 'divide-y divide-line';
  return (
    <ul
      ref={ref}
      aria-label={label}
      aria-busy={busy || undefined}
      className={`transition-opacity duration-(--motion-short) aria-busy:opacity-60 ${arrangement}`}
    >
      {stories.map((story, index) => (
        <li key={story._id} className="min-w-0">
          {isGrid ? (
            <StoryCard story={story} eager={index < 2} />
          ) : (
            <StoryListCard story={story} eager={index < 2} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Its placeholder. */
export const StoryGridSkeleton = () =>
  useListView() === 'grid' ? (
    <CoverGridSkeleton figures columns={gridColumns} />
  ) : (
    <ResultsSkeleton titled={false} />
  );
