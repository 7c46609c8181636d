import { linesOf, rangeOf, type TextMap } from './text-map.ts';

/** How long a passage stays outlined (docs/product/annotations.md#your-annotations). */
const outlineMs = 2000;

let endOutline: (() => void) | undefined;

/** Outlines a part of the page for two seconds. The outline is drawn over the page, since highlights know none. */
function outline(range: Range): void {
  endOutline?.();
  const box = document.createElement('div');
  box.ariaHidden = 'true';
  box.dataset.passageOutline = '';
  const draw = () =>
    box.replaceChildren(
      ...linesOf(range).map(({ left, top, width, height }) => {
        const line = document.createElement('div');
        line.className = 'passage-outline';
        Object.assign(line.style, {
          left: `${left + window.scrollX - 3}px`,
          top: `${top + window.scrollY - 1}px`,
          width: `${width + 6}px`,
          height: `${height + 2}px`,
        });
        return line;
      }),
    );
  draw();
  document.body.append(box);
  window.addEventListener('resize', draw);
  const timer = setTimeout(() => endOutline?.(), outlineMs);
  endOutline = () => {
    clearTimeout(timer);
    window.removeEventListener('resize', draw);
    box.remove();
    endOutline = undefined;
  };
}

/** Scrolls to a part of the text, outlines it and moves the focus there. Returns false if it is not on the page. */
export function showPassage(map: TextMap, { from, to }: { from: number; to: number }): boolean {
  const range = rangeOf(map, from, to);
  if (range === null) return false;
  const paragraph = map.lines.find((line) => line.to >= from)?.element;
  const top = range.getClientRects()[0]?.top ?? 0;
  window.scrollBy({ top: top - window.innerHeight / 3, behavior: 'instant' });
  outline(range);
  if (paragraph instanceof HTMLElement) {
    // Read out by screen readers, and where the Tab key goes on from.
    paragraph.tabIndex = -1;
    paragraph.focus({ preventScroll: true });
  }
  return true;
}
