import { inputKey } from '../../lib/stored-input.ts';
import { CommentForm } from './comment-form.tsx';
import { usePostOnce } from './use-post-once.ts';

/** Where an unsent reply to a comment is stored. */
export const replyKey = (personId: string, commentId: string): string =>
  inputKey(personId, `comment-reply/${commentId}`);

interface Props {
  personId: string;
  /** The comment that is replied to. */
  commentId: string;
  /** The username of the person whose reply is replied to, if it is one. */
  to: string | null;
  takesFocus: boolean;
  onDone: () => void;
}

/** The box for a reply, below the replies of a comment. */
export function ReplyForm({ personId, commentId, to, takesFocus, onDone }: Props) {
  const storageKey = replyKey(personId, commentId);
  const post = usePostOnce({ parent: commentId }, storageKey);
  return (
    <CommentForm
      label="Write a reply"
      submit={['Post reply', 'Posting…']}
      storageKey={storageKey}
      initial={to === null ? '' : `@${to} `}
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
