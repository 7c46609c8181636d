import type { Chapter } from '@inkling/contract/chapters';
import { linesOf, rangeOf } from './passage-range.ts';
import { paragraphOf, turnToRange } from './position.ts';

const outlineMs = 2000;
/** Where a passage that is jumped to begins: this share of the window's height below its top, and so below the header. */
const topShare = 1 / 3;
/** Lines beyond this number get no outline; nobody sees so many at once. */
const maxLines = 200;

/** Outlines a range for two seconds, on top of the text, whose elements stay as they are. */
function outline(range: Range): void {
  const overlay = document.createElement('div');
  overlay.setAttribute('aria-hidden', 'true');
  for (const { top, bottom, left, right } of linesOf(range).slice(0, maxLines)) {
    const box = document.createElement('div');
    box.className = 'passage-outline';
    box.style.top = `${top + window.scrollY}px`;
    box.style.left = `${left + window.scrollX}px`;
    box.style.width = `${right - left}px`;
    box.style.height = `${bottom - top}px`;
    overlay.append(box);
  }
  document.body.append(overlay);
  const done = new AbortController();
  const remove = () => {
    overlay.remove();
    done.abort();
  };
  // At another width or size, the lines are elsewhere.
  window.addEventListener('resize', remove, { signal: done.signal });
  setTimeout(remove, outlineMs);
}

/**
 * Scrolls to a passage of the chapter that is on the page, from `start` up to `end` in UTF-16 units of its content, moves
 * the focus to it, and outlines it for two seconds. False if the page does not have it.
 */
export function jumpToPassage(
  text: HTMLElement,
  chapter: Pick<Chapter, 'content' | 'paragraphIds'>,
  start: number,
  end: number,
): boolean {
  const range = rangeOf(text, chapter, start, end);
  if (range === null) return false;
  jumpToRange(range);
  outline(range);
  return true;
}

/** Scrolls or turns to a range of the text, and moves the focus to its paragraph, unless it is on a control. */
export function jumpToRange(range: Range): void {
  const paragraph = paragraphOf(range);
  if (paragraph && document.activeElement?.closest('search') == null) {
    // Readers of the screen's text continue here.
    paragraph.tabIndex = -1;
    paragraph.focus({ preventScroll: true });
  }
  if (!turnToRange(range)) {
    const top = linesOf(range)[0]?.top ?? range.getBoundingClientRect().top;
    window.scrollBy({ top: top - Math.round(window.innerHeight * topShare), behavior: 'instant' });
  }
}
