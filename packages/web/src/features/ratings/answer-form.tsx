import { reviewLimits } from '@inkling/contract/limits';
import { answerReview } from '@inkling/contract/ratings';
import { useEffect, useRef } from 'react';
import { inputKey } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useAnswer } from './ratings.api.ts';
import { TextCounter } from './text-counter.tsx';

/** Where an unsaved answer is stored. */
export const answerKey = (personId: string, reviewId: string): string =>
  inputKey(personId, `answer/${reviewId}`);

interface Props {
  reviewId: string;
  personId: string;
  /** The present answer; empty if there is none. */
  text: string;
  /** Whether a button was pressed to open it, which is gone then. */
  takesFocus: boolean;
  onDone: () => void;
}

/** The author's answer to a review. What is typed survives a failure and a reload. */
export function AnswerForm({ reviewId, personId, text, takesFocus, onDone }: Props) {
  const answer = useAnswer();
  const form = useSavedForm({
    storageKey: answerKey(personId, reviewId),
    saved: { text },
    schema: answerReview.body,
    checksAll: true,
    fallback: 'Failed to save your answer.',
    send: async (_changes, body) => {
      await answer.mutateAsync({ params: { id: reviewId }, body });
      onDone();
    },
  });
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector('textarea')?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={box}
      method="post"
      noValidate
      aria-label="Your answer"
      className="mt-3 space-y-3"
      onSubmit={form.onSubmit}
    >
      {form.failure !== undefined && (
        <Alert>
          <p>{form.failure}</p>
          <p>What you typed is still here.</p>
        </Alert>
      )}
      <TextArea
        label="Your answer"
        rows={3}
        hint={<TextCounter length={form.values.text.trim().length} max={reviewLimits.text} />}
        {...form.field('text')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Saving…' : 'Save answer'}
        </Button>
        <Button
          onClick={() => {
            form.discard();
            onDone();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
