import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';

/** How much is new about a story or chapter, with a link to what is new about the story; nothing without any. */
export const NewCount = ({ storyId, count = 0 }: { storyId: string; count: number | undefined }) =>
  count === 0 ? null : (
    <Link
      to={paths.inbox(storyId)}
      className="relative -my-2 inline-flex min-h-11 items-center hover:underline"
    >
      <Badge tone="accent">
        {count.toLocaleString('en')} new
        <span className="sr-only"> from readers</span>
      </Badge>
    </Link>
  );
