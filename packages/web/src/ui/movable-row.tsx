import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from './icon-button.tsx';
import type { Edge } from './touch-drag.ts';

/** Where a dragged row would be dropped; the row is `relative`. */
export const DropLine = ({ edge }: { edge: Edge | null }) =>
  edge !== null && (
    <span
      aria-hidden="true"
      className={`absolute inset-x-0 h-0.5 bg-accent ${edge === 'above' ? '-top-px' : '-bottom-px'}`}
    />
  );

/** What a row is dragged by. */
export const RowHandle = ({ ref }: { ref: Ref<HTMLSpanElement> }) => (
  <span
    ref={ref}
    aria-hidden="true"
    data-handle
    className="grid size-11 shrink-0 cursor-grab touch-none place-items-center text-muted active:cursor-grabbing"
  >
    <GripVertical className="size-5" />
  </span>
);

interface MoveProps {
  name: string;
  /** Null at the end of the list. */
  up: (() => void) | null;
  down: (() => void) | null;
}

/** Buttons that move a row one step. aria-disabled, so that they keep the focus after the last possible move. */
export const MoveButtons = ({ name, up, down }: MoveProps) => (
  <span className="flex max-sm:hidden">
    <IconButton icon={ArrowUp} label={`Move ${name} up`} aria-disabled={up === null} onClick={() => up?.()} />
    <IconButton
      icon={ArrowDown}
      label={`Move ${name} down`}
      aria-disabled={down === null}
      onClick={() => down?.()}
    />
  </span>
);
