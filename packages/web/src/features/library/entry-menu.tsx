import type { LibraryEntry } from '@inkling/contract/library';
import { LibraryBig, NotebookPen, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { focusNeighbour } from '../../ui/focus-neighbour.ts';
import { Menu, MenuItem, MenuLine, type MenuProps } from '../../ui/menu.tsx';
import { isOffered, statuses } from './entry-statuses.ts';
import { useRemoveEntry, useSetStatus } from './library-entries.api.ts';

export interface EntryInMenu extends Pick<LibraryEntry, 'storyId' | 'status' | 'note'> {
  /** Whether the story can be read; of another one only the note and the entry itself can be changed. */
  isAvailable: boolean;
}

interface Props extends MenuProps {
  entry: EntryInMenu;
  onNote: () => void;
  /** Adds the story to a collection; without it, the menu does not offer that. */
  onCollect?: (() => void) | undefined;
}

/** Sets the status of a library entry, edits its note, or removes it. */
export function EntryMenu({ entry, onNote, onCollect, ...menu }: Props) {
  const { storyId, status, note, isAvailable } = entry;
  const setStatus = useSetStatus();
  const remove = useRemoveEntry();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    // A status may take the card out of the list.
    return () => {
      if (current?.contains(document.activeElement)) focusNeighbour(current);
    };
  }, []);
  const offered = isAvailable ? statuses.filter((one) => isOffered(one.status, status)) : [];
  return (
    <div ref={place}>
      <Menu {...menu}>
        {offered.map(({ status: wanted, name, Icon }) => (
          <MenuItem key={wanted} onSelect={() => setStatus({ storyId, from: status, to: wanted })}>
            <Icon aria-hidden="true" className="size-5" />
            {name}
          </MenuItem>
        ))}
        {onCollect !== undefined && (
          <MenuItem onSelect={onCollect}>
            <LibraryBig aria-hidden="true" className="size-5" />
            Add to collection
          </MenuItem>
        )}
        <MenuItem onSelect={onNote}>
          <NotebookPen aria-hidden="true" className="size-5" />
          {note === '' ? 'Add a note' : 'Edit note'}
        </MenuItem>
        <MenuLine />
        <MenuItem
          danger
          onSelect={() => {
            focusNeighbour(place.current);
            remove.mutate({ params: { id: storyId } });
          }}
        >
          <Trash2 aria-hidden="true" className="size-5" />
          Remove from library
        </MenuItem>
      </Menu>
    </div>
  );
}
