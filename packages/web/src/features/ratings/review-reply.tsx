import type { Review } from '@inkling/contract/ratings';
import { useEffect, useRef, useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { readInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useRemoveReply } from './ratings.api.ts';
import { ReplyForm, replyKey } from './reply-form.tsx';

interface Props {
  review: Review;
  /** The story's author, if the viewer is that person. */
  authorId: string | null;
  authorName: string;
}

/** The reply of the story's author, which that author can write, change and delete. */
export function ReviewReply({ review, authorId, authorName }: Props) {
  const { reply } = review;
  const [editing, setEditing] = useState<'no' | 'restored' | 'asked'>(() =>
    authorId === null || readInput(replyKey(authorId, review._id)) === null ? 'no' : 'restored',
  );
  const [asking, setAsking] = useState(false);
  const remove = useRemoveReply(() => setAsking(false));
  const opener = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  // After every render: the form is gone then.
  useEffect(() => {
    if (!wantsFocus.current || opener.current === null) return;
    wantsFocus.current = false;
    opener.current.focus();
  });
  if (authorId !== null && editing !== 'no') {
    return (
      <ReplyForm
        reviewId={review._id}
        personId={authorId}
        text={reply?.text ?? ''}
        takesFocus={editing === 'asked'}
        onDone={() => {
          setEditing('no');
          wantsFocus.current = true;
        }}
      />
    );
  }
  return (
    <>
      {reply !== null && (
        <div className="mt-3 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            Reply by <bdi>{authorName}</bdi>, <LocalDate iso={reply.at} />
          </p>
          <p className="mt-1 max-w-[66ch] break-words whitespace-pre-line" dir="auto">
            {reply.text}
          </p>
        </div>
      )}
      {authorId !== null && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button ref={opener} variant="ghost" className="-ms-4" onClick={() => setEditing('asked')}>
            {reply === null ? 'Reply' : 'Edit your reply'}
          </Button>
          {reply !== null && (
            <Button variant="ghost" onClick={() => setAsking(true)}>
              Delete your reply
            </Button>
          )}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your reply?"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params: { id: review._id } })}
      >
        Readers will no longer see it under this review.
      </ConfirmDialog>
    </>
  );
}
