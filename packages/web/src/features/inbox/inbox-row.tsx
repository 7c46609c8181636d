import { listedTitle } from '@inkling/contract/chapter-title';
import type { InboxItem } from '@inkling/contract/inbox';
import type { Author } from '@inkling/contract/users';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { readInput } from '../../lib/stored-input.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CommentCard } from '../comments/comment-card.tsx';
import { CommentListContext } from '../comments/comment-context.ts';
import { ReplyForm, replyKey } from '../comments/comment-forms.tsx';
import { useMarkRead } from '../notifications/notifications.api.ts';
import { ReviewCard } from '../ratings/review-card.tsx';
import { displayNameOf } from '../users/display-name.ts';

interface Props<Item extends InboxItem> {
  item: Item;
  me: Author;
  /** Gets the focus when an item that had it is gone. */
  list: RefObject<HTMLElement | null>;
}

const linkOf = (item: InboxItem): string =>
  item.kind === 'review'
    ? paths.review(item.story._id, item._id)
    : paths.comment(item.story._id, item._id, item.chapter?._id);

/** What somebody wrote, where, and whether it is new or answered. */
export function InboxRow({ item, me, list }: Props<InboxItem>) {
  const read = useMarkRead();
  const { story, isNew, isAnswered } = item;
  const chapter = item.kind === 'review' ? null : item.chapter;
  const markSeen = () => {
    list.current?.focus({ preventScroll: true });
    read.subjects([item._id]);
  };
  return (
    <li className="py-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {isNew && <Badge tone="accent">New</Badge>}
        <Link
          to={linkOf(item)}
          className="min-w-0 py-1 text-muted wrap-anywhere hover:underline"
          onClick={isNew ? () => read.subjects([item._id]) : undefined}
        >
          <bdi>{story.title}</bdi>
          {chapter !== null && (
            <>
              {' · '}
              <bdi>{listedTitle({ title: chapter.title, chapterNumber: chapter.number })}</bdi>
            </>
          )}
        </Link>
        {isAnswered && <Badge>Answered</Badge>}
        {isNew && (
          <Button variant="subtle" className="sm:ms-auto" onClick={markSeen}>
            Mark as read
          </Button>
        )}
      </div>
      {item.kind === 'review' ? (
        <ReviewCard
          review={item.review}
          viewer="author"
          author={{ _id: me._id, name: displayNameOf(me) }}
          onReplied={() => read.subjects([item._id])}
        />
      ) : (
        <Commented
          item={item}
          me={me}
          list={list}
          // Also fetches the inbox again, in which it is answered.
          onAnswered={() => read.subjects([item._id])}
        />
      )}
    </li>
  );
}

type CommentedProps = Props<Exclude<InboxItem, { kind: 'review' }>> & { onAnswered: () => void };

/** A comment with the box for a reply, which is open if one was begun. */
function Commented({ item: { comment, story, isClosed }, me, list, onAnswered }: CommentedProps) {
  const [isReplying, setReplying] = useState(() => readInput(replyKey(me._id, comment._id)) !== null);
  const opener = useRef<Element | null>(null);
  const context = useMemo(
    () => ({
      authorId: story.author,
      personId: me._id,
      canModerate: story.author === me._id,
      isOnPost: false,
      canLike: true,
      canWrite: !isClosed,
      quote: undefined,
      list,
      isInChapter: false,
      people: [],
      linkedId: null,
    }),
    [story.author, me._id, isClosed, list],
  );
  const close = () => {
    setReplying(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <CommentListContext value={context}>
      <CommentCard
        comment={comment}
        onReply={() => {
          opener.current = document.activeElement;
          setReplying(true);
        }}
      >
        {isClosed && <p className="mt-1 text-sm text-muted">Comments are closed here.</p>}
        {isReplying && !isClosed && (
          <div className="mt-3">
            <ReplyForm
              personId={me._id}
              threadId={comment._id}
              replyingTo={comment}
              takesFocus={opener.current !== null}
              onSent={onAnswered}
              onDone={close}
            />
          </div>
        )}
      </CommentCard>
    </CommentListContext>
  );
}
