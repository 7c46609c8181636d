import type { Reply } from '@inkling/contract/comments';
import { Heart } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { compactNumber, pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { shownCount } from '../../lib/use-toggle.ts';
import { Button } from '../../ui/button.tsx';
import { PersonMenuButton } from '../blocks/person-menu-button.tsx';
import { useCommentList } from './comment-context.ts';
import { useLikeComment, usePinComment } from './comments.api.ts';

// Lazy, because the reading screen has no dialogs before one is opened.
const DeleteComment = lazyComponent(async () => (await import('./delete-comment.tsx')).DeleteComment);

interface Props {
  comment: Reply;
  isMine: boolean;
  editButton: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onReply: () => void;
}

/** Like and reply, unless it is held; edit and delete for the comment's author; pin and delete for those who moderate. */
export function CommentActions({ comment, isMine, editButton, onEdit, onReply }: Props) {
  const { personId, canModerate, banOf, isOnPost, canLike, canWrite } = useCommentList();
  const { isHeld } = comment;
  const [isDeleting, setDeleting] = useState(false);
  const likes = comment.likes > 0 && (
    <p className="mt-1 text-sm text-muted tabular-nums">{pluralize(comment.likes, 'like')}</p>
  );
  if (personId === undefined) return likes;
  return (
    <div className="-ms-3 flex flex-wrap items-center text-sm">
      {!isHeld && (canLike ? <LikeComment comment={comment} /> : <div className="px-3">{likes}</div>)}
      {canWrite && !isHeld && <Action onClick={onReply}>Reply</Action>}
      {isMine && canWrite && (
        <Action ref={editButton} onClick={onEdit}>
          Edit
        </Action>
      )}
      {canModerate && !isHeld && comment.parent === null && <PinComment comment={comment} />}
      {(isMine || canModerate) && <Action onClick={() => setDeleting(true)}>Delete</Action>}
      {!isMine && comment.author !== null && (
        <PersonMenuButton
          person={comment.author}
          reports={[{ kind: 'comment', id: comment._id, isInCommunity: isOnPost }]}
          onBan={banOf?.(comment.author)}
        />
      )}
      {isDeleting && <DeleteComment comment={comment} onClose={() => setDeleting(false)} />}
    </div>
  );
}

interface ActionProps {
  onClick: () => void;
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

const Action = ({ onClick, busy = false, ref, children }: ActionProps) => (
  <Button ref={ref} variant="subtle" busy={busy} onClick={onClick}>
    {children}
  </Button>
);

function LikeComment({ comment }: { comment: Reply }) {
  const like = useLikeComment(comment);
  const likes = shownCount(comment.likes, comment.isLiked, like.on);
  return (
    <Button
      variant="subtle"
      aria-label={likes > 0 ? `Like, ${likes.toLocaleString('en')}` : 'Like'}
      aria-pressed={like.on}
      busy={like.busy}
      onClick={like.toggle}
    >
      <Heart aria-hidden="true" className={`size-4 ${like.on ? 'fill-accent text-accent' : ''}`} />
      {likes > 0 ? <span className="tabular-nums">{compactNumber(likes)}</span> : 'Like'}
    </Button>
  );
}

function PinComment({ comment: { _id: id, isPinned } }: { comment: Reply }) {
  const { pin, unpin } = usePinComment();
  return (
    <Action
      busy={pin.isPending || unpin.isPending}
      onClick={() => (isPinned ? unpin : pin).mutate({ params: { id } })}
    >
      {isPinned ? 'Unpin' : 'Pin'}
    </Action>
  );
}
