import type { OwnRating as Own } from '@inkling/contract/ratings';
import { useRef, useState } from 'react';
import { useMe } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { HeldNote } from '../../ui/held-note.tsx';
import { Stars } from '../../ui/stars.tsx';
import { useEditing } from '../forms/use-editing.ts';
import { PostText } from '../users/post-card.tsx';
import { RatingForm, ratingKey } from './rating-form.tsx';
import { useRemoveRating } from './ratings.api.ts';

interface Props {
  storyId: string;
  mine: Own | null;
}

/** The reader's own rating: the form, or what they gave with buttons to change and delete it. */
export function OwnRating({ storyId, mine }: Props) {
  const me = useMe();
  if (me === undefined) return null;
  return <Known key={me._id} storyId={storyId} mine={mine} personId={me._id} />;
}

function Known({ storyId, mine, personId }: Props & { personId: string }) {
  const editing = useEditing(ratingKey(personId, storyId));
  const [asking, setAsking] = useState(false);
  const remove = useRemoveRating(storyId, () => setAsking(false));
  const box = useRef<HTMLDivElement>(null);
  const frame = 'rounded-lg border border-line p-4 sm:p-5';
  if (mine === null || editing.isOpen) {
    return (
      <div ref={box} tabIndex={-1} className={frame}>
        <RatingForm
          storyId={storyId}
          personId={personId}
          mine={mine}
          takesFocus={editing.takesFocus}
          onDone={editing.close}
        />
      </div>
    );
  }
  const what = mine.review === '' ? 'rating' : 'review';
  return (
    <div ref={box} tabIndex={-1} className={`flex flex-wrap items-center gap-x-6 gap-y-3 ${frame}`}>
      <p className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold">Your rating</span>
        <span className="text-xl">
          <Stars value={mine.rating} />
        </span>
      </p>
      <p className="flex flex-wrap gap-3">
        <Button ref={editing.button} onClick={editing.open}>
          {mine.review === '' ? 'Change or add a review' : 'Edit'}
        </Button>
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </p>
      {mine.isHeld && (
        <div className="basis-full">
          <HeldNote kind="review" />
          <PostText>{mine.review}</PostText>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete your ${what}?`}
        confirm="Delete"
        danger
        busy={remove.isPending}
        returnTo={box}
        onConfirm={() => remove.mutate({ params: { id: storyId } })}
      >
        {mine.review === ''
          ? 'The story’s average will no longer include it.'
          : 'Your stars, your text, its helpful votes and the author’s reply will be deleted.'}
      </ConfirmDialog>
    </div>
  );
}
