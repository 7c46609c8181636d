import type { Reply } from '@inkling/contract/comments';
import type { ReactNode } from 'react';
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
import { commentQuery } from './comments.api.ts';
import { WithMentions } from './with-mentions.tsx';

const outlineMs = 2000;

/** Scrolls to a paragraph of the open chapter and outlines it for two seconds. */
function goToParagraph(paragraph: number): void {
  const element = document.querySelector<HTMLElement>(`.chapter-text [data-paragraph="${paragraph}"]`);
  if (element === null) return;
  element.scrollIntoView({ block: 'center' });
  const outline = { outline: '2px solid var(--accent)', outlineOffset: '4px' };
  element.animate([outline, outline], { duration: outlineMs });
}

/** The passage that a comment is about; a press goes there in the open chapter. */
function CommentQuote({ passage: { paragraph, quote } }: { passage: NonNullable<Reply['passage']> }) {
  const { isInChapter, quote: shownAbove } = useCommentList();
  if (quote !== null && quote === shownAbove) return null;
  const text =
    quote === null ? (
      <span className="font-sans text-sm">The author changed this passage</span>
    ) : (
      <span className="line-clamp-3 wrap-anywhere" dir="auto">
        {quote}
      </span>
    );
  return (
    <blockquote className="my-2 max-w-[66ch] border-s-2 border-control ps-3 font-serif text-muted">
      {paragraph !== null && isInChapter ? (
        <button
          type="button"
          className="min-h-11 w-full text-start hover:text-text"
          aria-label={`Go to the passage: ${quote ?? 'The author changed this passage'}`}
          onClick={() => goToParagraph(paragraph)}
        >
          {text}
        </button>
      ) : (
        text
      )}
    </blockquote>
  );
}

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
