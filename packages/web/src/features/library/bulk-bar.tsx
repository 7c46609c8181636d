import type { LibraryEntry } from '@inkling/contract/library';
import { libraryLimits } from '@inkling/contract/limits';
import { BookOpen, LibraryBig, ListChecks, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { SelectionBar, selectionButton } from '../../ui/selection-bar.tsx';
import { isOffered, statuses } from './entry-statuses.ts';
import { useRemoveSeveral, useSetStatuses } from './library-entries.api.ts';

const CollectSeveralDialog = lazyComponent(
  async () => (await import('../collections/collect-several-dialog.tsx')).CollectSeveralDialog,
);

interface Props {
  selected: LibraryEntry[];
  /** How many stories the list shows. */
  shown: number;
  onAll: () => void;
  onClear: () => void;
}

/** What can be done with the selected stories of the library, at most 100 at once. */
export function BulkBar({ selected, shown, onAll, onClear }: Props) {
  const setStatuses = useSetStatuses();
  const remove = useRemoveSeveral();
  const [collecting, setCollecting] = useState(false);
  const tooMany = selected.length > libraryLimits.atOnce;
  // Of a story that is no longer available, only the entry itself can be changed.
  const unavailable = selected.some(({ story }) => story === null);
  const note = tooMany
    ? `You can change at most ${libraryLimits.atOnce} stories at once.`
    : unavailable
      ? 'Stories that are no longer available can only be removed.'
      : null;
  return (
    <SelectionBar label="Selected stories" count={selected.length} onClear={onClear} note={note}>
      <button
        type="button"
        aria-label="Select all shown"
        disabled={selected.length >= shown}
        onClick={onAll}
        className={selectionButton}
      >
        <ListChecks aria-hidden="true" className="size-5" />
        <span className="sm:hidden">All</span>
        <span className="max-sm:hidden">Select all shown</span>
      </button>
      <Menu
        trigger={
          <button type="button" disabled={tooMany || unavailable} className={selectionButton}>
            <BookOpen aria-hidden="true" className="size-5" />
            Status
          </button>
        }
      >
        {statuses.map(({ status, name, Icon }) => {
          const changed = selected.filter((entry) => isOffered(status, entry.status));
          return (
            <MenuItem
              key={status}
              icon={Icon}
              disabled={changed.length === 0}
              onSelect={() => {
                setStatuses(changed, status);
                onClear();
              }}
            >
              {name}
            </MenuItem>
          );
        })}
      </Menu>
      <button
        type="button"
        aria-label="Add to collection"
        disabled={tooMany || unavailable}
        onClick={() => setCollecting(true)}
        className={selectionButton}
      >
        <LibraryBig aria-hidden="true" className="size-5" />
        <span className="sm:hidden">Collect</span>
        <span className="max-sm:hidden">Add to collection</span>
      </button>
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
      {collecting && (
        <CollectSeveralDialog
          stories={selected.map(({ storyId }) => storyId)}
          onClose={() => setCollecting(false)}
          onAdded={onClear}
        />
      )}
    </SelectionBar>
  );
}
