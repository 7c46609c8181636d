import type { Review } from '@inkling/contract/ratings';
import { useRef, useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { readInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { AnswerForm, answerKey } from './answer-form.tsx';
import { useRemoveAnswer } from './ratings.api.ts';

interface Props {
  review: Review;
  /** The story's author, if the viewer is that person. */
  authorId: string | null;
  authorName: string;
}

/** The answer of the story's author, which that author can write, change and delete. */
export function ReviewAnswer({ review, authorId, authorName }: Props) {
  const { answer } = review;
  const [editing, setEditing] = useState<'no' | 'restored' | 'asked'>(() =>
    authorId === null || readInput(answerKey(authorId, review._id)) === null ? 'no' : 'restored',
  );
  const [asking, setAsking] = useState(false);
  const remove = useRemoveAnswer(() => setAsking(false));
  const opener = useRef<HTMLButtonElement>(null);
  if (authorId !== null && editing !== 'no') {
    return (
      <AnswerForm
        reviewId={review._id}
        personId={authorId}
        text={answer?.text ?? ''}
        takesFocus={editing === 'asked'}
        onDone={() => {
          setEditing('no');
          requestAnimationFrame(() => opener.current?.focus());
        }}
      />
    );
  }
  return (
    <>
      {answer !== null && (
        <div className="mt-3 border-s-2 border-line ps-4">
          <p className="text-sm text-muted">
            Answer by <bdi>{authorName}</bdi>, <LocalDate iso={answer.at} />
          </p>
          <p className="mt-1 max-w-[66ch] break-words whitespace-pre-line" dir="auto">
            {answer.text}
          </p>
        </div>
      )}
      {authorId !== null && (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button ref={opener} variant="ghost" className="-ms-4" onClick={() => setEditing('asked')}>
            {answer === null ? 'Answer' : 'Edit your answer'}
          </Button>
          {answer !== null && (
            <Button variant="ghost" onClick={() => setAsking(true)}>
              Delete your answer
            </Button>
          )}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your answer?"
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
