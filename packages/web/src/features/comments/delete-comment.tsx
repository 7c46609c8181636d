import type { Reply } from '@inkling/contract/comments';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { displayNameOf } from '../users/display-name.ts';
import { useCommentList } from './comment-context.ts';
import { useDeleteComment } from './comments.api.ts';

const shownWords = 12;

/** The first words of a text, in quotation marks. */
export function firstWords(text: string): string {
  const words = text.split(/\s+/);
  const first = words.slice(0, shownWords).join(' ');
  // A text without spaces is one word.
  const shown = first.length > 120 ? first.slice(0, 120).toWellFormed() : first;
  return `“${shown}${shown.length < words.join(' ').length ? '…' : ''}”`;
}

/** Asks before a comment is deleted, by the person who wrote it or by those who moderate. */
export function DeleteComment({ comment, onClose }: { comment: Reply; onClose: () => void }) {
  const { list, personId } = useCommentList();
  const remove = useDeleteComment(onClose);
  const { author, content } = comment;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Are you sure you want to delete this comment?"
      confirm="Delete"
      danger
      busy={remove.isPending}
      returnTo={list}
      onConfirm={() => remove.mutate({ params: { id: comment._id } })}
    >
      {author !== null && author._id !== personId && (
        <p>
          By <bdi>{displayNameOf(author)}</bdi>
        </p>
      )}
      <p className="wrap-anywhere" dir="auto">
        {firstWords(content ?? '')}
      </p>
    </ConfirmDialog>
  );
}
