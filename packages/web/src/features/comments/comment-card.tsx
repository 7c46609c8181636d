import type { Reply } from '@inkling/contract/comments';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { useUnfolded } from '../../lib/use-unfolded.ts';
import { Badge } from '../../ui/badge.tsx';
import { FoldedText } from '../../ui/folded-text.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { useEditing } from '../forms/use-editing.ts';
import { displayNameOf, hasDisplayName } from '../users/display-name.ts';
import { PostCard, PostText } from '../users/post-card.tsx';
import { CommentActions } from './comment-actions.tsx';
import { useCommentList } from './comment-context.ts';
import { EditForm, editKey } from './comment-forms.tsx';
import { CommentQuote } from './comment-quote.tsx';
import { commentQuery } from './comments.api.ts';
import { splitMentions } from './mentions.ts';

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
  const { personId, authorId, canWrite, isOnPost, linkedId } = useCommentList();
  const isMine = personId === author._id;
  const editing = useEditing(isMine && canWrite ? editKey(author._id, comment._id) : null);
  const { unfolded, fold } = useUnfolded(
    comment.isFolded,
    commentQuery(comment._id),
    'Failed to fetch this comment.',
  );
  // Likes reach the list first.
  const shown = unfolded ? { ...comment, ...textOf(unfolded.data) } : comment;
  const isReply = comment.parent !== null;
  return (
    <PostCard
      kind={isReply ? 'Reply' : 'Comment'}
      author={author}
      isReply={isReply}
      isLinked={comment._id === linkedId}
      beside={
        <>
          {isOnPost && hasDisplayName(author) && (
            <bdi className="max-w-full text-sm text-muted wrap-anywhere">@{author.username}</bdi>
          )}
          {isMine && isOnPost && <Badge>You</Badge>}
          {author._id === authorId && <Badge>Author</Badge>}
          {comment.isPinned && <Badge>Pinned</Badge>}
          <span className="text-sm text-muted tabular-nums">
            <RelativeTime iso={comment.createdAt} />
            {comment.isEdited && ' (edited)'}
          </span>
        </>
      }
    >
      {shown.isHeld && <HeldNote kind={isReply ? 'reply' : 'comment'} />}
      {shown.passage !== null && !shown.isFolded && <CommentQuote passage={shown.passage} />}
      {editing.isOpen ? (
        <EditForm
          personId={author._id}
          comment={shown}
          takesFocus={editing.takesFocus}
          onDone={editing.close}
        />
      ) : shown.content === null ? (
        <FoldedText name={`comment by ${displayNameOf(author)}`} {...fold}>
          This is about a chapter you haven’t reached yet.
        </FoldedText>
      ) : (
        <>
          <PostText>
            <WithMentions text={shown.content} mentions={shown.mentions} />
          </PostText>
          <CommentActions
            comment={shown}
            isMine={isMine}
            editButton={editing.button}
            onEdit={editing.open}
            onReply={onReply}
          />
        </>
      )}
      {children}
    </PostCard>
  );
}

const textOf = ({ content, mentions, passage, isFolded }: Reply) => ({
  content,
  mentions,
  passage,
  isFolded,
});

/** A text with links to the people whom it mentions; `mentions` has the usernames of those who are people. */
export const WithMentions = ({ text, mentions }: { text: string; mentions: readonly string[] }) =>
  splitMentions(text, mentions).map(({ text: part, username }, index) =>
    username === undefined ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <Link key={index} to={paths.person(username)} className="link">
        {part}
      </Link>
    ),
  );
