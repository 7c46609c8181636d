import type { LibraryEntry } from '@inkling/contract/library';
import { BookX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { BookmarkIcon } from '../stories/bookmark-button.tsx';
import { EntryActions } from './entry-actions.tsx';
import { entryLabel } from './entry-label.ts';
import { useRemoveEntry } from './library-entries.api.ts';
import { wholePercent } from './read-label.ts';

/** A story that its author has unpublished: shows only the reader's dates and progress, nothing of the story. */
export function UnavailableCard({ entry }: { entry: LibraryEntry }) {
  const { storyId, progress } = entry;
  const [isConfirming, setConfirming] = useState(false);
  const remove = useRemoveEntry();
  // On success, the dialog disappears with the card, so the focus is never on a removed element.
  const confirmRemoval = () =>
    remove.mutate({ params: { id: storyId } }, { onError: () => setConfirming(false) });
  return (
    <article>
      <div className="grid aspect-3/4 place-items-center rounded-md border border-dashed border-control bg-sunken text-muted">
        <BookX aria-hidden="true" className="size-10" />
      </div>
      <div className="mt-2 flex items-start justify-between gap-1">
        <h3 className="font-serif leading-snug text-muted">No longer available</h3>
        {entry.isBookmarked && (
          <div className="-me-3 shrink-0">
            <BookmarkIcon
              story={{ _id: storyId, isBookmarked: true, title: 'a story that is no longer available' }}
            />
          </div>
        )}
      </div>
      {progress > 0 && (
        <div className="mt-1">
          <ProgressBar value={progress} label={`${wholePercent(progress)} percent read`} />
        </div>
      )}
      <EntryActions entry={entry} title="a story that is no longer available">
        <p className="mt-1 text-sm text-muted">{entryLabel(entry)}</p>
      </EntryActions>
      <Button className="mt-2" onClick={() => setConfirming(true)}>
        Remove<span className="sr-only"> from my library</span>
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title="Remove this story from your library?"
        confirm="Remove"
        onConfirm={confirmRemoval}
        danger
        busy={remove.isPending}
      >
        It’s no longer available. If you keep it here, it will come back, with your place, if it is published
        again.
      </ConfirmDialog>
    </article>
  );
}
