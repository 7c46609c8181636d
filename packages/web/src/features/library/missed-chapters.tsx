import type { Opening } from '@inkling/contract/library';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { formatCount } from '../stories/story-text.ts';

type Props = Pick<Opening, 'story' | 'unreadBefore' | 'firstUnreadBefore'>;

/** Leads to unread chapters before the reader's place, such as one that was added there later. */
export function MissedChapters({ story, unreadBefore, firstUnreadBefore }: Props) {
  // What a device keeps may be older than these.
  if (!firstUnreadBefore) return null;
  return (
    <p>
      <Link
        to={paths.reading(story._id, firstUnreadBefore._id)}
        className="link inline-flex min-h-11 items-center"
      >
        {formatCount(unreadBefore, 'chapter')} you haven’t read before this
      </Link>
    </p>
  );
}
