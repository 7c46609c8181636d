import type { PersonalShelf, ShelfIcon } from '@inkling/contract/recommendations';
import { BookOpen, CircleCheckBig, type LucideIcon, Sparkles, Users } from 'lucide-react';
import { StoryShelf } from './story-shelf.tsx';

const icons: Record<ShelfIcon, LucideIcon> = {
  'book-open': BookOpen,
  sparkles: Sparkles,
  users: Users,
  'circle-check-big': CircleCheckBig,
};

/** The shelves that were chosen for the reader. */
export function PersonalShelves({ shelves }: { shelves: PersonalShelf[] }) {
  return shelves.map(({ id, title, icon, stories }) => {
    const Icon = icons[icon];
    return (
      <StoryShelf
        key={id}
        title={title}
        icon={<Icon aria-hidden="true" className="size-5" />}
        stories={stories}
      />
    );
  });
}
