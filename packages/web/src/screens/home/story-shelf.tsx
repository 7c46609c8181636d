import type { Story } from '@inkling/contract/stories';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { StoryCard } from '../../features/stories/story-card.tsx';
import { paths } from '../../lib/paths.ts';
import { Shelf } from '../../ui/shelf.tsx';

interface Props {
  title: string;
  icon?: ReactNode;
  stories: Story[];
  empty?: string;
  /** The category that See More leads to. */
  more?: string;
}

export function StoryShelf({ title, icon, stories, empty, more }: Props) {
  const link = more !== undefined && (
    <Link to={paths.category(more)} className="link inline-flex min-h-11 shrink-0 items-center">
      See More<span className="sr-only"> of {title}</span>
    </Link>
  );
  return (
    <Shelf title={title} icon={icon} more={link} empty={empty}>
      {stories.map((story) => (
        <StoryCard key={story._id} story={story} />
      ))}
    </Shelf>
  );
}
