import type { Reply } from '@inkling/contract/comments';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { CallResponse } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { hasDisplayName } from '../users/display-name.ts';
import { PostCard, PostText } from '../users/post-card.tsx';
import { WithMentions } from './with-mentions.tsx';

/**
 * Comments on a post as the server writes them for visitors, until the list with its buttons is loaded. Hidden from members, who
 * may have blocked or muted their writers.
 */
export const WrittenComments = ({ list, page }: { list: CallResponse<'GET /comments'>; page: string }) => (
  <div data-for="visitor" className="max-w-3xl space-y-4">
    {list.refusal === 'signed-out' && (
      <p className="text-muted">
        <Link to={paths.login(page)} className="link">
          Sign in to comment
        </Link>
      </p>
    )}
    <ul aria-label="Comments" className="divide-y divide-line">
      {[...(list.pinned === null ? [] : [list.pinned]), ...list.data].map((comment) => (
        <li key={comment._id}>
          <Written comment={comment}>
            {comment.firstReplies.map((reply) => (
              <Written key={reply._id} comment={reply} />
            ))}
          </Written>
        </li>
      ))}
    </ul>
  </div>
);

function Written({ comment, children }: { comment: Reply; children?: ReactNode }) {
  const { author, content, mentions, parent, createdAt } = comment;
  if (author === null || content === null) return children;
  const isReply = parent !== null;
  return (
    <PostCard
      kind={isReply ? 'Reply' : 'Comment'}
      author={author}
      isReply={isReply}
      beside={
        <>
          {hasDisplayName(author) && (
            <bdi className="max-w-full text-sm text-muted wrap-anywhere">@{author.username}</bdi>
          )}
          <span className="text-sm text-muted tabular-nums">
            <RelativeTime iso={createdAt} />
          </span>
        </>
      }
    >
      <PostText>
        <WithMentions text={content} mentions={mentions} />
      </PostText>
      {children}
    </PostCard>
  );
}
