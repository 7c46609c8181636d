import type { LibraryEntry } from '@inkling/contract/library';
import { BookOpen, Check, CircleSlash, LibraryBig, NotebookPen, Pause, Trash2 } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { useRemoveEntry, useSetStatus } from './library-entries.api.ts';

export interface EntryInMenu extends Pick<LibraryEntry, 'storyId' | 'status' | 'note'> {
  /** Whether the story can be read; of another one only the note and the entry itself can be changed. */
  isAvailable: boolean;
}

interface Props {
  entry: EntryInMenu;
  trigger: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called before the first paint, when the menu shows the trigger itself. */
  onReady: () => void;
  onNote: () => void;
  /** Adds the story to a collection; without it, the menu does not offer that. */
  onCollect?: (() => void) | undefined;
}

const statuses = [
  { status: 'reading', name: 'Resume reading', Icon: BookOpen, from: ['on_hold', 'dropped'] },
  { status: 'on_hold', name: 'Put on hold', Icon: Pause, from: ['none', 'reading', 'completed', 'dropped'] },
  { status: 'dropped', name: 'Drop', Icon: CircleSlash, from: ['none', 'reading', 'completed', 'on_hold'] },
  {
    status: 'completed',
    name: 'Mark as completed',
    Icon: Check,
    from: ['none', 'reading', 'on_hold', 'dropped'],
  },
] as const;

/** Sets the status of a library entry, edits its note, or removes it. */
export function EntryMenu({ entry, trigger, open, onOpenChange, onReady, onNote, onCollect }: Props) {
  const { storyId, status, note, isAvailable } = entry;
  const setStatus = useSetStatus();
  const remove = useRemoveEntry();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(onReady, []);
  useLayoutEffect(() => {
    const { current } = place;
    // A status may take the card out of the list.
    return () => {
      if (current?.contains(document.activeElement)) focusNeighbour(current);
    };
  }, []);
  const offered = isAvailable ? statuses.filter(({ from }) => from.some((one) => one === status)) : [];
  return (
    <div ref={place}>
      <Menu trigger={trigger} open={open} onOpenChange={onOpenChange}>
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

/** Moves the focus to the next entry, or the previous one, because this one is about to be removed. */
function focusNeighbour(within: HTMLElement | null): void {
  const item = within?.closest('li');
  const next = item?.nextElementSibling ?? item?.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('a, button') ?? document.getElementById('main');
  if (item) target?.focus({ preventScroll: true });
}
