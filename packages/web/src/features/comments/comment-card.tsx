import type { Reply } from '@inkling/contract/comments';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { PersonAvatar } from '../users/person-avatar.tsx';
import { CommentActions } from './comment-actions.tsx';
import { useCommentList } from './comment-context.ts';
import { hasStoredText } from './comment-form.tsx';
import { CommentQuote } from './comment-quote.tsx';
import { CommentText } from './comment-text.tsx';
import { commentQuery } from './comments.api.ts';
import { EditForm, editKey } from './edit-form.tsx';

interface Props {
  comment: Reply;
  onReply: () => void;
  /** The replies. */
  children?: ReactNode;
}

/** A comment or reply with what the viewer can do about it. */
export function CommentCard({ comment, onReply, children }: Props) {
  if (comment.isRemoved || comment.author === null) {
    return (
      <article aria-label="Removed comment" className="py-4">
        <p className="text-muted italic">Comment removed</p>
        {children}
      </article>
    );
  }
  return (
    <ByPerson comment={comment} author={comment.author} onReply={onReply}>
      {children}
    </ByPerson>
  );
}

function ByPerson({ comment, author, onReply, children }: Props & { author: NonNullable<Reply['author']> }) {
  const { personId, authorId, canWrite } = useCommentList();
  const [asked, setAsked] = useState(false);
  const isMine = personId === author._id;
  const [editing, setEditing] = useState<'no' | 'restored' | 'asked'>(() =>
    isMine && canWrite && hasStoredText(editKey(author._id, comment._id)) ? 'restored' : 'no',
  );
  const full = useQuery({ ...commentQuery(comment._id), enabled: asked && comment.isFolded });
  const unfolded = comment.isFolded ? full.data?.data : undefined;
  // Likes reach the list first.
  const shown = unfolded ? { ...comment, ...textOf(unfolded) } : comment;
  const edit = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  // After every render: the button is back once the form is gone.
  useEffect(() => {
    if (!wantsFocus.current || edit.current === null) return;
    wantsFocus.current = false;
    edit.current.focus();
  });
  const name = displayNameOf(author);
  return (
    <article aria-label={`${comment.parent === null ? 'Comment' : 'Reply'} by ${name}`} className="py-4">
      <header className="flex items-center gap-3">
        <PersonAvatar person={author} size={comment.parent === null ? 40 : 32} />
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link
            to={paths.person(author.username)}
            className="inline-block max-w-full min-h-6 font-semibold wrap-anywhere hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
          {author._id === authorId && <Badge>Author</Badge>}
          {comment.isPinned && <Badge>Pinned</Badge>}
          <span className="text-sm text-muted tabular-nums">
            <RelativeTime iso={comment.createdAt} />
            {comment.isEdited && ' (edited)'}
          </span>
        </p>
      </header>
      <div className={comment.parent === null ? 'sm:ps-13' : 'sm:ps-11'}>
        {shown.passage !== null && <CommentQuote passage={shown.passage} />}
        {editing !== 'no' ? (
          <EditForm
            personId={author._id}
            comment={shown}
            takesFocus={editing === 'asked'}
            onDone={() => {
              setEditing('no');
              wantsFocus.current = true;
            }}
          />
        ) : shown.content === null ? (
          <FoldedText
            name={`comment by ${name}`}
            busy={asked && full.isFetching}
            error={full.error && messageOf(full.error, 'Failed to fetch this comment.')}
            onShow={() => (asked ? void full.refetch() : setAsked(true))}
          >
            This is about a chapter you haven’t reached yet.
          </FoldedText>
        ) : (
          <>
            <CommentText text={shown.content} mentions={shown.mentions} />
            <CommentActions
              comment={shown}
              isMine={isMine}
              editButton={edit}
              onEdit={() => setEditing('asked')}
              onReply={onReply}
            />
          </>
        )}
        {children}
      </div>
    </article>
  );
}

const textOf = ({ content, mentions, passage }: Reply) => ({ content, mentions, passage });
