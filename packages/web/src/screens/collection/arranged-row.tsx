import type { CollectedStory } from '@inkling/contract/collections';
import { ArrowDown, ArrowUp, ArrowUpToLine, BookX, Ellipsis, NotebookPen, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import { StoryCover } from '../../features/covers/story-cover.tsx';
import { Byline } from '../../features/stories/byline.tsx';
import { paths } from '../../lib/paths.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx';
import { DropLine, MoveButtons, RowHandle } from '../../ui/movable-row.tsx';
import { useRowDrag } from '../../ui/use-row-drag.ts';

type Step = (() => void) | null;

interface Props {
  entry: CollectedStory;
  number: number;
  /** The title, or what stands for it. */
  name: string;
  /** It is being removed. */
  busy: boolean;
  /** Null at the end of the list. */
  moves: { top: Step; up: Step; down: Step };
  onDrop: (dragged: string, edge: 'above' | 'below') => void;
  onNote: () => void;
  onRemove: () => void;
}

/** A story of one's collection: its handle and buttons move it, a menu has all actions. */
export function ArrangedRow({ entry, number, name, busy, moves, onDrop, onNote, onRemove }: Props) {
  const row = useRef<HTMLLIElement>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const { dragging, over } = useRowDrag(entry._id, row, handle, onDrop);
  const { story } = entry;
  const language = story?.language;
  return (
    <li
      ref={row}
      data-row
      aria-busy={busy || undefined}
      className={`relative flex items-center gap-2 border-b border-line py-2 sm:gap-3 ${dragging || busy ? 'opacity-50' : ''}`}
    >
      <DropLine edge={over} />
      <RowHandle ref={handle} />
      <span className="w-8 shrink-0 text-end text-muted tabular-nums max-sm:hidden">{number}.</span>
      <div className="w-12 shrink-0">
        {story === null ? (
          <div className="grid aspect-3/4 place-items-center rounded-sm border border-dashed border-control bg-sunken text-muted">
            <BookX aria-hidden="true" className="size-5" />
          </div>
        ) : (
          <StoryCover story={story} sizes="48px" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        {story === null ? (
          <h3 className="font-serif text-muted">No longer available</h3>
        ) : (
          <>
            <h3 className="line-clamp-2 font-serif leading-snug wrap-anywhere" dir="auto" lang={language}>
              <Link to={paths.story(story._id)} className="py-0.5 hover:underline">
                {name}
              </Link>
            </h3>
            <Byline story={story} />
          </>
        )}
        {entry.note !== '' && (
          <p className="line-clamp-2 text-sm text-muted wrap-anywhere" dir="auto">
            {entry.note}
          </p>
        )}
      </div>
      <MoveButtons name={name} up={moves.up} down={moves.down} />
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${name}`} />}>
        <MenuItem icon={ArrowUpToLine} disabled={moves.top === null} onSelect={() => moves.top?.()}>
          Move to top
        </MenuItem>
        <MenuItem icon={ArrowUp} disabled={moves.up === null} onSelect={() => moves.up?.()}>
          Move up
        </MenuItem>
        <MenuItem icon={ArrowDown} disabled={moves.down === null} onSelect={() => moves.down?.()}>
          Move down
        </MenuItem>
        <MenuItem icon={NotebookPen} onSelect={onNote}>
          {entry.note === '' ? 'Add a note' : 'Edit note'}
        </MenuItem>
        <MenuLine />
        <MenuItem icon={Trash2} danger onSelect={onRemove}>
          Remove from collection
        </MenuItem>
      </Menu>
    </li>
  );
}
