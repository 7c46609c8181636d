import type { Story } from '@inkling/contract/stories';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { authorOf } from './story-text.ts';

interface Props {
  story: Pick<Story, 'author'>;
  /** The author's name; by default their display name. */
  by?: string;
}

/** The author on a story card; links to their profile, while the rest of the card links to the story. */
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
