/** In which half of a row a point is. */
export type Edge = 'above' | 'below';

export const edgeOf = (element: Element, clientY: number): Edge => {
  const { top, height } = element.getBoundingClientRect();
  return clientY < top + height / 2 ? 'above' : 'below';
};

/** What a row is told while another one is held above it by a finger. */
interface TouchDrag {
  dragged: string;
  /** Null when the finger has gone on. */
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

/** How near to the window's edge the page begins to move, and how far with each movement; pixels. */
const scrollZone = 72;
const scrollStep = 12;

/**
 * Lets a finger move a row by its handle at once. The browser's own dragging begins on touch screens only after
 * a long press, and on some not at all.
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

  handle.addEventListener('pointerdown', start);
  handle.addEventListener('pointermove', move);
  handle.addEventListener('pointerup', end);
  handle.addEventListener('pointercancel', end);
  row.addEventListener(eventName, onRowDrag);
  return () => {
    handle.removeEventListener('pointerdown', start);
    handle.removeEventListener('pointermove', move);
    handle.removeEventListener('pointerup', end);
    handle.removeEventListener('pointercancel', end);
    row.removeEventListener(eventName, onRowDrag);
  };
}
