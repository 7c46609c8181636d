import { reviewLimits } from '@inkling/contract/limits';
import type { Review } from '@inkling/contract/ratings';
import { useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextForm } from '../forms/text-form.tsx';
import { useEditing } from '../forms/use-editing.ts';
import { ReportButton } from '../reports/report-button.tsx';
import { PostText } from '../users/post-card.tsx';
import { useRemoveReply, useReply } from './ratings.api.ts';

interface Props {
  review: Review;
  /** The story's author, if the viewer is that person. */
  authorId: string | null;
  authorName: string;
  canReport: boolean;
  onReplied?: (() => void) | undefined;
}

/** The reply of the story's author, which that author can write, change and delete. */
export function ReviewReply({ review, authorId, authorName, canReport, onReplied }: Props) {
  const { reply } = review;
  const storageKey = authorId === null ? null : inputKey(authorId, `reply/${review._id}`);
  const editing = useEditing(storageKey);
  const save = useReply();
  const [asking, setAsking] = useState(false);
  const remove = useRemoveReply(() => setAsking(false));
  if (storageKey !== null && editing.isOpen) {
    return (
      <div className="mt-3">
        <TextForm
          label="Your reply"
          submit={['Save reply', 'Saving…']}
          max={reviewLimits.text}
          storageKey={storageKey}
          initial={reply?.text ?? ''}
          send={async (text) => {
            await save.mutateAsync({ params: { id: review._id }, body: { text } });
            editing.close();
            onReplied?.();
          }}
          fallback="Failed to save your reply."
          onCancel={editing.close}
          takesFocus={editing.takesFocus}
        />
      </div>
    );
  }
  return (
    <>
      {reply !== null && (
        <div className="mt-3 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            Reply by <bdi>{authorName}</bdi>, <LocalDate iso={reply.at} />
          </p>
          <PostText>{reply.text}</PostText>
          {canReport && (
            <p className="-ms-3">
              <ReportButton things={[{ kind: 'reply', id: review._id }]} personId={undefined} />
            </p>
          )}
        </div>
      )}
      {authorId !== null && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button ref={editing.button} variant="ghost" className="-ms-4" onClick={editing.open}>
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
