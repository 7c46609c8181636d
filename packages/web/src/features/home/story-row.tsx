import type { Story } from '@inkling/contract/stories';
import type { ReactNode } from 'react';
import { StoryCard } from '../stories/story-card.tsx';

interface Props {
  id: string;
  title: ReactNode;
  stories: Story[];
  /** False if the title names the author. */
  byline?: boolean;
}

export const rowColumns = 'grid-cols-2 sm:grid-cols-4';

/** Up to four stories below the end of one. */
export function StoryRow({ id, title, stories, byline }: Props) {
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
