import { reviewLimits } from '@inkling/contract/limits';
import { type OwnRating, rateStory } from '@inkling/contract/ratings';
import { Star } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TextCounter } from '../../ui/text-counter.tsx';
import { FormFailure } from '../forms/form-footer.tsx';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { useRate } from './ratings.api.ts';

const names = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars'];

interface StarsFieldProps {
  legend: string;
  /** 0 before a choice. */
  value: number;
  onChange: (stars: number) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Five stars as a group of radio buttons: the arrow keys choose, as does a press. */
function StarsField({ legend, value, onChange, error, disabled = false }: StarsFieldProps) {
  const id = useId();
  const [pointed, setPointed] = useState(0);
  const shown = pointed || value;
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onPointerLeave={() => setPointed(0)}
    >
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <div className="-ms-2 flex">
          {names.map((name, index) => {
            const stars = index + 1;
            return (
              <label
                key={name}
                className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus"
                // Not onPointerEnter: stars that appear below a resting mouse would show its star instead of the value.
                onPointerMove={({ pointerType }) => pointerType === 'mouse' && setPointed(stars)}
              >
                <input
                  type="radio"
                  name={id}
                  className="sr-only"
                  checked={value === stars}
                  onChange={() => onChange(stars)}
                />
                <Star
                  aria-hidden="true"
                  className={`size-7 ${stars <= shown ? 'fill-accent text-accent' : 'text-control'}`}
                />
                <span className="sr-only">{name}</span>
              </label>
            );
          })}
        </div>
        <span aria-hidden="true" className="text-muted">
          {names[shown - 1]}
        </span>
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface Props {
  storyId: string;
  personId: string;
  mine: OwnRating | null;
  /** Whether a button was pressed to open it, which is gone then. */
  takesFocus: boolean;
  /** Called once the rating is saved, or when the reader cancels a change. */
  onDone: () => void;
}

/** Where an unsaved rating is stored. */
export const ratingKey = (personId: string, storyId: string): string =>
  inputKey(personId, `rating/${storyId}`);

/** Rates a story, with an optional review. What is typed survives a failure and a reload. */
export function RatingForm({ storyId, personId, mine, takesFocus, onDone }: Props) {
  const rate = useRate(storyId);
  const form = useSavedForm({
    storageKey: ratingKey(personId, storyId),
    saved: { rating: mine?.rating ?? 0, review: mine?.review ?? '', isSpoiler: mine?.isSpoiler ?? false },
    schema: rateStory.body,
    checksAll: true,
    fallback: 'Failed to save your rating.',
    send: async (_changes, { rating, review, isSpoiler }) => {
      await rate.mutateAsync({ params: { id: storyId }, body: { rating, review, isSpoiler } });
      onDone();
    },
  });
  const { values, busy } = form;
  const hasText = values.review.trim() !== '';
  const isChange = mine !== null;
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (takesFocus) box.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={box}
      method="post"
      noValidate
      aria-label={isChange ? 'Change your rating' : 'Rate this story'}
      className="space-y-4"
      onSubmit={form.onSubmit}
    >
      <FormFailure message={form.failure} />
      <StarsField
        legend={isChange ? 'Your rating' : 'Rate this story'}
        value={values.rating}
        onChange={(stars) => {
          form.setValue('rating', stars);
          form.clearErrors('rating');
        }}
        error={form.errorOf('rating')}
        disabled={busy}
      />
      {(values.rating > 0 || hasText) && (
        <>
          <TextArea
            label="Review (optional)"
            rows={5}
            hint={<TextCounter length={values.review.trim().length} max={reviewLimits.text} />}
            {...form.field('review')}
          />
          {hasText && (
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-(--accent)"
                disabled={busy}
                aria-labelledby={`${id}-name`}
                aria-describedby={`${id}-hint`}
                {...form.register('isSpoiler')}
              />
              <span>
                <span id={`${id}-name`} className="block">
                  This review contains spoilers
                </span>
                <span id={`${id}-hint`} className="block text-sm text-muted">
                  Readers who haven’t finished the story see it only if they choose to.
                </span>
              </span>
            </label>
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" variant="primary" busy={busy}>
              {busy ? 'Saving…' : hasText ? 'Save review' : 'Save rating'}
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
        </>
      )}
    </form>
  );
}
