import type { Story } from '@inkling/contract/stories';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { CoverGridSkeleton, ResultsSkeleton } from '../../../ui/skeleton.tsx';
import { StoryCard } from '../story-card.tsx';
import { StoryListCard } from './story-list-card.tsx';
import { useListView } from './view-switch.tsx';

/** Two to five columns of stories. */
export const pageColumns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5';
/** Fewer, beside filters on wide screens. */
const columnsBesideFilters = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4';

interface Props<S extends Story> {
  ref?: RefObject<HTMLUListElement | null>;
  label: string;
  stories: S[];
  /** A line below a story. */
  noteOf?: (story: S) => ReactNode;
  /** The shown stories are about to be replaced. */
  busy?: boolean;
}

/** The classes of a list of stories in the view that the reader has chosen. */
export const useListClass = (columns: string): string =>
  useListView() === 'grid' ? `cover-grid grid gap-x-4 gap-y-8 ${columns}` : 'divide-y divide-line';

/** A story in such a list: as a cover or in a row. */
export const ListedStory = (card: ComponentProps<typeof StoryCard>) =>
  useListView() === 'grid' ? <StoryCard {...card} /> : <StoryListCard {...card} />;

/** Stories as covers, or in rows if the reader has chosen that. */
export const StoryGrid = <S extends Story>({ ref, label, stories, noteOf, busy = false }: Props<S>) => (
  <ul
    ref={ref}
    aria-label={label}
    aria-busy={busy || undefined}
    className={`transition-opacity duration-(--motion-short) aria-busy:opacity-60 ${useListClass(columnsBesideFilters)}`}
  >
    {stories.map((story, index) => (
      <li key={story._id} className="min-w-0">
        <ListedStory story={story} eager={index < 2} />
        {noteOf?.(story)}
      </li>
    ))}
  </ul>
);

/** Its placeholder. */
export const StoryGridSkeleton = () =>
  useListView() === 'grid' ? (
    <CoverGridSkeleton figures columns={columnsBesideFilters} />
  ) : (
    <ResultsSkeleton titled={false} />
  );
