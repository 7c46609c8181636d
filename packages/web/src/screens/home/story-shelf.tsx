import type { Story } from '@inkling/contract/stories';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { Shelf } from '../../ui/shelf.tsx';

/** Where a shelf leads. */
export interface ShelfLink {
  to: string;
  /** 'See More' if it is left out. */
  label?: string;
}

const MoreLink = ({ title, to, label }: ShelfLink & { title: string }) => (
  <Link to={to} className="link inline-flex min-h-11 shrink-0 items-center">
    {label ?? 'See More'}
    <span className="sr-only"> of {title}</span>
  </Link>
);

interface Props {
  title: string;
  icon?: ReactNode;
  stories: Story[];
  empty?: string;
  more?: ShelfLink | undefined;
}

export function StoryShelf({ title, icon, stories, empty, more }: Props) {
  return (
    <Shelf title={title} icon={icon} more={more && <MoreLink title={title} {...more} />} empty={empty}>
      {stories.map((story) => (
        <StoryCard key={story._id} story={story} />
      ))}
    </Shelf>
  );
}

/** A shelf whose stories all stand on others above, as a line. */
export function FoldedShelf({ title, more }: { title: string; more: ShelfLink }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      data-folded=""
      className="flex items-center gap-4 border-t border-line pt-2 [&:has(+[data-folded])]:mb-2"
    >
      <h2 id={id} className="min-w-0 font-serif text-xl">
        {title}
      </h2>
      <p className="ms-auto text-sm text-muted max-sm:sr-only">Same stories as above</p>
      <MoreLink title={title} {...more} />
    </section>
  );
}
