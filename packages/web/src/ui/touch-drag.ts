/** The half of a row that a point is in. */
export type Edge = 'above' | 'below';

export const edgeOf = (element: Element, clientY: number): Edge => {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'above' : 'below';
};

/** Sent to a row while another row is dragged over it by touch. */
interface TouchDrag {
  dragged: string;
  /** Null when the finger has left the row. */
  edge: Edge | null;
  dropped: boolean;
}
const eventName = 'row-touch-drag';

interface Parts {
  id: string;
  row: HTMLElement;
  handle: HTMLElement;
  onDragging: (dragging: boolean) => void;
  onOver: (edge: Edge | null) => void;
  onDrop: (dragged: string, edge: Edge) => void;
}

/** In pixels: how close to the window's edge the page scrolls, and how far with each movement. */
const scrollZone = 72;
const scrollStep = 12;

/**
 * Moves a row by touch as soon as its handle is dragged. Native dragging starts only after a long press on touch
 * screens, and on some not at all.
 */
export function touchDrag({ id, row, handle, onDragging, onOver, onDrop }: Parts): () => void {
  let target: HTMLElement | null = null;
  const dispatch = (detail: TouchDrag) =>
    target?.dispatchEvent(new CustomEvent<TouchDrag>(eventName, { detail }));
  const rowAt = (x: number, y: number): HTMLElement | null => {
    const found = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]') ?? null;
    return found === row ? null : found;
  };

  const start = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    row.draggable = false;
    onDragging(true);
  };
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (!handle.hasPointerCapture(pointerId)) return;
    if (clientY < scrollZone) window.scrollBy(0, -scrollStep);
    else if (clientY > window.innerHeight - scrollZone) window.scrollBy(0, scrollStep);
    const next = rowAt(clientX, clientY);
    if (target !== null && target !== next) dispatch({ dragged: id, edge: null, dropped: false });
    target = next;
    if (target !== null) dispatch({ dragged: id, edge: edgeOf(target, clientY), dropped: false });
  };
  const end = ({ type, pointerType, clientY }: PointerEvent) => {
    if (pointerType !== 'touch') return;
    if (target !== null)
      dispatch({ dragged: id, edge: edgeOf(target, clientY), dropped: type === 'pointerup' });
    target = null;
    row.draggable = true;
    onDragging(false);
  };
  const onRowDrag = (event: Event) => {
    const { dragged, edge, dropped } = (event as CustomEvent<TouchDrag>).detail;
    onOver(dropped ? null : edge);
    if (dropped && edge !== null) onDrop(dragged, edge);
  };

  const stopped = new AbortController();
  const { signal } = stopped;
  handle.addEventListener('pointerdown', start, { signal });
  handle.addEventListener('pointermove', move, { signal });
  handle.addEventListener('pointerup', end, { signal });
  handle.addEventListener('pointercancel', end, { signal });
  row.addEventListener(eventName, onRowDrag, { signal });
  return () => stopped.abort();
}
