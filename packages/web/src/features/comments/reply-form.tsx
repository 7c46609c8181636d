import type { Reply } from '@inkling/contract/comments';
import { inputKey } from '../../lib/stored-input.ts';
import { CommentForm } from './comment-form.tsx';
import { usePostOnce } from './use-post-once.ts';

/** Where an unsent reply to a comment is stored. */
export const replyKey = (personId: string, commentId: string): string =>
  inputKey(personId, `comment-reply/${commentId}`);

interface Props {
  personId: string;
  /** The comment below whose replies the new one will be. */
  threadId: string;
  /** That comment, or a reply to it. */
  replyingTo: Reply;
  takesFocus: boolean;
  onDone: () => void;
}

/** The box for a reply, below the replies of a comment. */
export function ReplyForm({ personId, threadId, replyingTo, takesFocus, onDone }: Props) {
  const storageKey = replyKey(personId, threadId);
  const post = usePostOnce({ parent: replyingTo._id }, storageKey);
  const { author, parent } = replyingTo;
  const isToPerson = parent !== null && author !== null && author._id !== personId;
  return (
    <CommentForm
      label="Write a reply"
      submit={['Post reply', 'Posting…']}
      storageKey={storageKey}
      initial={isToPerson ? `@${author.username} ` : ''}
      send={async (text) => {
        await post(text);
        onDone();
      }}
      fallback="Failed to post your reply."
      onCancel={onDone}
      keepsCancelled
      takesFocus={takesFocus}
    />
  );
}
