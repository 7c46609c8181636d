import type { CommentRefusal, Reply } from '@inkling/contract/comments';
import { commentLimits } from '@inkling/contract/limits';
import { useContext, useState } from 'react';
import { Link } from 'react-router';
import type { Input } from '../../lib/api.ts';
import { CreateOnce } from '../../lib/create-once.ts';
import { paths } from '../../lib/paths.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { TextForm } from '../forms/text-form.tsx';
import { NameSuggestions } from '../users/name-suggestions.tsx';
import { CommentListContext } from './comment-context.ts';
import { useEditComment, usePostComment } from './comments.api.ts';

/** What a comment is posted on. */
export type CommentTarget = Pick<
  Input<'POST /comments'>['body'],
  'story' | 'chapter' | 'post' | 'parent' | 'passage'
>;

/** Posts a comment once, however often its request is repeated after failures. `storageKey` is that of its form. */
function usePostOnce(target: CommentTarget, storageKey: string): (content: string) => Promise<void> {
  const post = usePostComment();
  const edit = useEditComment();
  const [once] = useState(
    () =>
      new CreateOnce<{ content: string }>({
        storageKey: `${storageKey}/sent`,
        isSame: (one, other) => one.content === other.content,
      }),
  );
  return async (content) => {
    const send = (_id: string) => post({ ...target, _id, content });
    const { created, repeated } = await once.create({ content }, send);
    // An earlier request arrived although its response did not, and the text was changed since.
    if (repeated && created.content !== content)
      await edit.mutateAsync({ params: { id: created._id }, body: { content } });
  };
}

/** Whose names are suggested: those who take part, and more of a community; none outside of a list, as in the inbox. */
function useNames() {
  const list = useContext(CommentListContext);
  return { people: list?.people ?? [], more: list?.morePeople };
}

interface PostProps {
  /** Where what is typed is stored. With another key, it is another form. */
  storageKey: string;
  target: CommentTarget;
  takesFocus: boolean;
}

/** Where an unsent comment is stored: by the paragraph's id, which stays when the author edits the text, while offsets do not. */
export const postKey = (personId: string, id: string, paragraph: number | undefined): string =>
  inputKey(personId, `comment/${[id, ...(paragraph === undefined ? [] : [paragraph])].join('/')}`);

/** The box for a new comment on a story, a chapter or a passage. */
export function PostForm({ storageKey, target, takesFocus }: PostProps) {
  const post = usePostOnce(target, storageKey);
  const names = useNames();
  return (
    <NameSuggestions {...names}>
      <TextForm
        label="Write a comment"
        submit={['Post comment', 'Posting…']}
        max={commentLimits.text}
        storageKey={storageKey}
        send={post}
        fallback="Your comment wasn’t posted."
        takesFocus={takesFocus}
      />
    </NameSuggestions>
  );
}

interface CannotProps {
  refusal: CommentRefusal | null;
  isSuspended: boolean;
  /** The page to which signing in leads back. */
  page: string;
}

/** In place of the box: why the viewer cannot comment, and what to do. Nothing until it is known who they are. */
export function CannotComment({ refusal, isSuspended, page }: CannotProps) {
  if (isSuspended && refusal !== 'signed-out')
    return (
      <p className="text-muted">
        You can’t comment while your account is suspended.{' '}
        <Link to={paths.standing} className="link">
          See your standing
        </Link>
      </p>
    );
  if (refusal === null) return null;
  if (refusal === 'closed')
    return <p className="text-muted">Comments are closed. You can still read and like them.</p>;
  if (refusal === 'not-allowed') return <p className="text-muted">You can’t comment here.</p>;
  if (refusal === 'banned')
    return <p className="text-muted">You’re banned from this community, so you can’t comment here.</p>;
  return (
    <p className="text-muted">
      <Link to={paths.login(page)} className="link">
        Sign in to comment
      </Link>
    </p>
  );
}

/** Where an unsent reply to a comment is stored. */
export const replyKey = (personId: string, commentId: string): string =>
  inputKey(personId, `comment-reply/${commentId}`);

interface ReplyProps {
  personId: string;
  /** The comment below whose replies the new one will be. */
  threadId: string;
  /** That comment, or a reply to it. */
  replyingTo: Reply;
  takesFocus: boolean;
  onSent?: () => void;
  onDone: () => void;
}

/** The box for a reply, below the replies of a comment. */
export function ReplyForm({ personId, threadId, replyingTo, takesFocus, onSent, onDone }: ReplyProps) {
  const storageKey = replyKey(personId, threadId);
  const post = usePostOnce({ parent: replyingTo._id }, storageKey);
  const names = useNames();
  const { author, parent } = replyingTo;
  const isToPerson = parent !== null && author !== null && author._id !== personId;
  return (
    <NameSuggestions {...names}>
      <TextForm
        label="Write a reply"
        submit={['Post reply', 'Posting…']}
        max={commentLimits.text}
        storageKey={storageKey}
        initial={isToPerson ? `@${author.username} ` : ''}
        send={async (text) => {
          await post(text);
          onSent?.();
          onDone();
        }}
        fallback="Failed to post your reply."
        onCancel={onDone}
        keepsCancelled
        takesFocus={takesFocus}
      />
    </NameSuggestions>
  );
}

/** Where an unsaved edit of a comment is stored. */
export const editKey = (personId: string, commentId: string): string =>
  inputKey(personId, `comment-edit/${commentId}`);

interface EditProps {
  personId: string;
  comment: Reply;
  takesFocus: boolean;
  onDone: () => void;
}

/** Edits a comment in its place. */
export function EditForm({ personId, comment, takesFocus, onDone }: EditProps) {
  const edit = useEditComment();
  const names = useNames();
  const text = comment.content ?? '';
  return (
    <div className="mt-2">
      <NameSuggestions {...names}>
        <TextForm
          label="Edit your comment"
          submit={['Save', 'Saving…']}
          max={commentLimits.text}
          storageKey={editKey(personId, comment._id)}
          initial={text}
          send={async (content) => {
            if (content !== text) await edit.mutateAsync({ params: { id: comment._id }, body: { content } });
            onDone();
          }}
          fallback="Failed to save your comment."
          onCancel={onDone}
          takesFocus={takesFocus}
        />
      </NameSuggestions>
    </div>
  );
}
