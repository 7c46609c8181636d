import type { CommentRefusal } from '@inkling/contract/comments';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

interface Props {
  refusal: CommentRefusal | null;
  storyId: string;
}

/** Why the viewer cannot comment, and what to do. Nothing until it is known who they are. */
export function CannotComment({ refusal, storyId }: Props) {
  if (refusal === null) return null;
  if (refusal === 'closed')
    return <p className="text-muted">Comments are closed. You can still read and like them.</p>;
  return (
    <p className="text-muted">
      <Link to={paths.login(paths.story(storyId))} className="link">
        Sign in to comment
      </Link>
    </p>
  );
}
