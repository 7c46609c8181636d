import type { LibraryEntry } from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import { Check, CircleSlash, ListChecks, Pause, Trash2 } from 'lucide-react';
import { SelectionBar, selectionButton } from '../../ui/selection-bar.tsx';
import { useRemoveSeveral, useSetStatuses } from './library-entries.api.ts';

interface Props {
  selected: LibraryEntry[];
  /** How many stories the list shows. */
  shown: number;
  onAll: () => void;
  onClear: () => void;
}

const statuses = [
  { status: 'on_hold', name: 'Hold', full: 'Put on hold', Icon: Pause },
  { status: 'dropped', name: 'Drop', full: 'Drop', Icon: CircleSlash },
  { status: 'completed', name: 'Complete', full: 'Mark as completed', Icon: Check },
] as const;

/** What can be done with the selected stories of the library, at most 100 at once. */
export function BulkBar({ selected, shown, onAll, onClear }: Props) {
  const setStatuses = useSetStatuses();
  const remove = useRemoveSeveral();
  const tooMany = selected.length > libraryLimits.atOnce;
  // Of a story that is no longer available, only the entry itself can be changed.
  const unavailable = selected.some(({ story }) => story === null);
  return (
    <SelectionBar label="Selected stories" count={selected.length} onClear={onClear}>
      {statuses.map(({ status, name, full, Icon }) => (
        <button
          key={status}
          type="button"
          title={full}
          disabled={tooMany || unavailable}
          onClick={() => {
            setStatuses(selected, status);
            onClear();
          }}
          className={selectionButton}
        >
          <Icon aria-hidden="true" className="size-5" />
          {name}
        </button>
      ))}
      <button
        type="button"
        disabled={tooMany}
        onClick={() => {
          remove(selected);
          onClear();
        }}
        className={`${selectionButton} text-danger-text!`}
      >
        <Trash2 aria-hidden="true" className="size-5" />
        Remove
      </button>
      {selected.length < shown && (
        <button type="button" onClick={onAll} className={`${selectionButton} max-sm:col-span-4`}>
          <ListChecks aria-hidden="true" className="size-5" />
          Select all shown
        </button>
      )}
      {(tooMany || unavailable) && (
        <p className="col-span-4 self-center text-sm text-muted">
          {tooMany
            ? `You can change at most ${libraryLimits.atOnce} stories at once.`
            : 'Stories that are no longer available can only be removed.'}
        </p>
      )}
    </SelectionBar>
  );
}
