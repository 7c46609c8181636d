import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type Edge, edgeOf, touchDrag } from './touch-drag.ts';

const kind = 'row';

/** Unless `onDrop` is null, makes a row draggable by its handle, by mouse or touch, and a drop target for other rows. */
export function useRowDrag(
  id: string,
  row: RefObject<HTMLElement | null>,
  handle: RefObject<HTMLElement | null>,
  onDrop: ((dragged: string, edge: Edge) => void) | null,
): { dragging: boolean; over: Edge | null } {
  const [dragging, setDragging] = useState(false);
  const [over, setOver] = useState<Edge | null>(null);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    const element = row.current;
    const dragHandle = handle.current;
    if (element === null || dragHandle === null) return;
    return combine(
      touchDrag({
        id,
        row: element,
        handle: dragHandle,
        onDragging: setDragging,
        onOver: setOver,
        onDrop: (dragged, edge) => drop.current?.(dragged, edge),
      }),
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ kind, id }),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data.kind === kind && source.data.id !== id,
        getIsSticky: () => true,
        onDrag: ({ location }) => setOver(edgeOf(element, location.current.input.clientY)),
        onDragLeave: () => setOver(null),
        onDrop: ({ source, location }) => {
          setOver(null);
          if (typeof source.data.id === 'string') {
            drop.current?.(source.data.id, edgeOf(element, location.current.input.clientY));
          }
        },
      }),
    );
  }, [id, row, handle]);
  return { dragging, over };
}
