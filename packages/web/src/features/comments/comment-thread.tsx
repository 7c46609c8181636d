import type { Comment, Reply } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { pluralize } from '../../lib/format.ts';
import { readInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { CommentCard } from './comment-card.tsx';
import { useCommentList } from './comment-context.ts';
import { ReplyForm, replyKey } from './comment-forms.tsx';
import { commentQuery, repliesQuery } from './comments.api.ts';
import { type CommentSubject, isAbout, shownReplies, withReplies } from './thread.ts';

/**
 * The comment to which a link leads (`linkedId` of a list), wherever it is in the list; of a reply, its comment with this reply.
 * `isGone`: it was deleted, or is elsewhere.
 */
export function useLinkedThread(
  subject: CommentSubject,
  id: string | null,
): { thread: Comment | undefined; isGone: boolean } {
  const isWanted = id !== null;
  const found = useQuery({ ...commentQuery(id ?? ''), enabled: isWanted });
  const linked = found.data?.data;
  const parentId = linked?.parent ?? null;
  const { data: parent } = useQuery({ ...commentQuery(parentId ?? ''), enabled: parentId !== null });
  const isGone =
    isWanted &&
    ((found.error instanceof ApiError && [400, 404].includes(found.error.status)) ||
      (linked !== undefined && !isAbout(subject, linked)));
  if (!isWanted || isGone || linked === undefined) return { thread: undefined, isGone };
  if (parentId === null) return { thread: linked, isGone };
  return { thread: parent && withReplies(parent.data, [linked]), isGone };
}

/** A comment with its replies and the box for another one. */
export function CommentThread({ comment }: { comment: Comment }) {
  const { personId, canWrite } = useCommentList();
  /** The comment or reply to which one is being written. */
  const [replyingTo, setReplyingTo] = useState<Reply | null>(() => {
    if (personId === undefined || readInput(replyKey(personId, comment._id)) === null) return null;
    // Not sent before a reload. One replies to the replies of a removed comment, not to itself.
    return comment.isRemoved ? (comment.firstReplies[0] ?? null) : comment;
  });
  const opener = useRef<Element | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const reply = (to: Reply) => {
    opener.current = document.activeElement;
    setReplyingTo(to);
    // One that is open already.
    box.current?.querySelector('textarea')?.focus();
  };
  const close = () => {
    setReplyingTo(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <CommentCard comment={comment} onReply={() => reply(comment)}>
      <Replies comment={comment} onReply={reply} />
      {replyingTo !== null && canWrite && personId !== undefined && (
        <div ref={box} className="mt-3">
          <ReplyForm
            key={replyingTo._id}
            personId={personId}
            threadId={comment._id}
            replyingTo={replyingTo}
            takesFocus={opener.current !== null}
            onDone={close}
          />
        </div>
      )}
    </CommentCard>
  );
}

interface RepliesProps {
  comment: Comment;
  /** Called with the reply to which one is to be written. */
  onReply: (to: Reply) => void;
}

function Replies({ comment, onReply }: RepliesProps) {
  const [opened, setOpened] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const query = useInfiniteQuery({ ...repliesQuery(comment._id), enabled: opened });
  const replies = shownReplies(comment, query.data);
  const missing = Math.max(0, comment.replies - replies.length);
  /** The number of replies in the list when more were requested; the first new one gets the focus. */
  const shownBefore = useRef<number | null>(null);
  useEffect(() => {
    const firstNew = shownBefore.current !== null && list.current?.children[shownBefore.current];
    if (!firstNew) return;
    shownBefore.current = null;
    firstNew.querySelector<HTMLElement>('a, button')?.focus();
  });
  if (replies.length === 0 && missing === 0) return null;
  const more = () => {
    shownBefore.current = list.current?.children.length ?? null;
    if (!opened) setOpened(true);
    else if (query.isLoadingError) void query.refetch();
    else void query.fetchNextPage();
  };
  // Before the others are loaded, a reply that was just posted is shown below the first ones and their button.
  const first = query.data === undefined ? replies.slice(0, commentLimits.firstReplies) : replies;
  const posted = replies.slice(first.length);
  const itemOf = (reply: (typeof replies)[number]) => (
    <li key={reply._id}>
      <CommentCard comment={reply} onReply={() => onReply(reply)} />
    </li>
  );
  return (
    <div className="mt-1 border-s-2 border-line ps-3 sm:ps-4">
      <ul ref={list} aria-label="Replies">
        {first.map(itemOf)}
      </ul>
      {missing > 0 && (query.data === undefined || query.hasNextPage) && (
        <div className="flex flex-wrap items-center gap-x-4">
          {query.error !== null && (
            <p role="alert" className="text-danger-text">
              {messageOf(query.error, 'Failed to fetch replies.')}
            </p>
          )}
          <Button variant="ghost" className="-ms-4" busy={query.isFetching} onClick={more}>
            Show {pluralize(missing, 'more reply', 'more replies')}
          </Button>
        </div>
      )}
      {posted.length > 0 && <ul aria-label="Your replies">{posted.map(itemOf)}</ul>}
    </div>
  );
}
