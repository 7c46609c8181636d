import type { Reply } from '@inkling/contract/comments';
import { inputKey } from '../../lib/stored-input.ts';
import { CommentForm } from './comment-form.tsx';
import { useEditComment } from './comments.api.ts';

/** Where an unsaved edit of a comment is stored. */
export const editKey = (personId: string, commentId: string): string =>
  inputKey(personId, `comment-edit/${commentId}`);

interface Props {
  personId: string;
  comment: Reply;
  takesFocus: boolean;
  onDone: () => void;
}

/** Edits a comment in its place. */
export function EditForm({ personId, comment, takesFocus, onDone }: Props) {
  const edit = useEditComment();
  const text = comment.content ?? '';
  return (
    <div className="mt-2">
      <CommentForm
        label="Edit your comment"
        submit={['Save', 'Saving…']}
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
    </div>
  );
}
