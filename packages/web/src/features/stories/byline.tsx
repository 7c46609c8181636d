import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { authorOf } from './story-text.ts';

interface Props {
  story: Pick<Story, 'author'>;
  /** What to call them; their shown name unless said. */
  by?: string;
}

/** Who wrote a story, on its card; leads to them, where the rest of the card leads to the story. */
export function Byline({ story, by = authorOf(story) }: Props) {
  return (
    <p className="mt-0.5 flex text-sm text-muted">
      <Link
        to={paths.person(story.author.username)}
        className="relative z-10 inline-block min-h-6 max-w-full hover:text-text hover:underline"
      >
        <bdi className="block truncate">{by}</bdi>
      </Link>
    </p>
  );
}
