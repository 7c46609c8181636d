import { reviewLimits } from '@inkling/contract/limits';
import { replyToReview } from '@inkling/contract/ratings';
import { useEffect, useRef } from 'react';
import { inputKey } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useReply } from './ratings.api.ts';

/** Where an unsaved reply is stored. */
export const replyKey = (personId: string, reviewId: string): string =>
  inputKey(personId, `reply/${reviewId}`);

interface Props {
  reviewId: string;
  personId: string;
  /** The present reply; empty if there is none. */
  text: string;
  /** Whether a button was pressed to open it, which is gone then. */
  takesFocus: boolean;
  onDone: () => void;
}

/** The author's reply to a review. What is typed survives a failure and a reload. */
export function ReplyForm({ reviewId, personId, text, takesFocus, onDone }: Props) {
  const reply = useReply();
  const form = useSavedForm({
    storageKey: replyKey(personId, reviewId),
    saved: { text },
    schema: replyToReview.body,
    checksAll: true,
    fallback: 'Failed to save your reply.',
    send: async (_changes, body) => {
      await reply.mutateAsync({ params: { id: reviewId }, body });
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
      aria-label="Your reply"
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
        label="Your reply"
        rows={3}
        hint={<TextCounter length={form.values.text.trim().length} max={reviewLimits.text} />}
        {...form.field('text')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Saving…' : 'Save reply'}
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
