import type { Story } from '@inkling/contract/stories';
import type { RefObject } from 'react';
import { StoryCard } from '../story-card.tsx';

/** Two to five columns of stories. */
export const gridColumns = 'grid-cols-2 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5';

interface Props {
  ref: RefObject<HTMLUListElement | null>;
  label: string;
  stories: Story[];
  /** The shown stories are about to be replaced. */
  busy: boolean;
}

export function StoryGrid({ ref, label, stories, busy }: Props) {
  return (
    <ul
      ref={ref}
      aria-label={label}
      aria-busy={busy || undefined}
      className={`grid gap-x-4 gap-y-8 transition-opacity duration-(--motion-short) aria-busy:opacity-60 ${gridColumns}`}
    >
      {stories.map((story, index) => (
        <li key={story._id} className="min-w-0">
          <StoryCard story={story} eager={index < 2} />
        </li>
      ))}
    </ul>
  );
}
