import { idOf, nodeAt, type PagedView, type Position, paragraphsOf } from '../chapters/reader/position.ts';

/** Pages of a text: an element that lays its content out in columns of its own size (reading-comfort.css). */
export interface Pages extends PagedView {
  count: () => number;
  current: () => number;
  turnTo: (page: number, behavior: ScrollBehavior) => void;
  /** Makes the pages as high as the window below them. */
  fit: () => void;
  /** Adds an empty column if a page has two and the text ends in the first: the last page could not be scrolled to. */
  fillLast: () => void;
}

/** The space between two pages, as in the style sheet. */
const gap = 48;

export function pagesOf(box: HTMLElement): Pages {
  /** With vertical lines, each page is below the one before. */
  const isVertical = () => getComputedStyle(box).writingMode !== 'horizontal-tb';
  // Not clientWidth, which is rounded: after a hundred pages, lines would be cut by a word.
  const step = () => box.getBoundingClientRect()[isVertical() ? 'height' : 'width'] + gap;
  const size = () => (isVertical() ? box.scrollHeight : box.scrollWidth);
  const scrolled = () => Math.abs(isVertical() ? box.scrollTop : box.scrollLeft);
  const isRtl = () => getComputedStyle(box).direction === 'rtl';
  // The last of two columns may be missing, for a moment.
  const count = () => Math.max(1, Math.ceil((size() + gap) / step() - 0.1));
  const current = () => Math.min(count() - 1, Math.round(scrolled() / step()));

  const turnTo = (page: number, behavior: ScrollBehavior): void => {
    const to = Math.max(0, Math.min(count() - 1, page)) * step();
    if (isVertical()) box.scrollTo({ left: 0, top: to, behavior: 'instant' });
    else box.scrollTo({ left: isRtl() ? -to : to, top: 0, behavior });
  };

  function fillLast(): void {
    const columns = Number(getComputedStyle(box).columnCount) || 1;
    const all = Math.round(((size() + gap) / step()) * columns);
    const used = all - (box.dataset.odd === undefined ? 0 : 1);
    const isOdd = columns > 1 && used % columns !== 0;
    if (isOdd !== (box.dataset.odd !== undefined)) box.toggleAttribute('data-odd', isOdd);
  }

  function fit(): void {
    const top = Math.round(box.getBoundingClientRect().top + window.scrollY);
    box.style.setProperty('--pages-top', `${top}px`);
    fillLast();
  }

  /** The page on which a box of the window lies. */
  function pageOf(target: DOMRect): number {
    const bounds = box.getBoundingClientRect();
    if (isVertical()) return Math.floor((target.top + target.height / 2 - bounds.top + scrolled()) / step());
    const middle = target.left + target.width / 2;
    const distance = isRtl() ? bounds.right - middle : middle - bounds.left;
    return Math.floor((distance + scrolled()) / step());
  }

  /** Extends a collapsed range by a letter: between two pages it belongs to the second, and needs a box there. */
  function withLetter(target: Element | Range): Element | Range {
    if (target instanceof Element || !target.collapsed || !(target.endContainer instanceof Text))
      return target;
    const { endContainer, endOffset } = target;
    if (endOffset >= endContainer.length) return target;
    const letter = target.cloneRange();
    letter.setEnd(endContainer, endOffset + 1);
    return letter;
  }

  const first = (target: Element | Range): DOMRect | undefined =>
    [...target.getClientRects()].find(({ width, height }) => width > 0 || height > 0);

  /** The offset of the first letter of a paragraph that is on the page or a later one. */
  function firstOffsetOn(page: number, paragraph: HTMLElement): number {
    const text = paragraph.textContent;
    let [from, to] = [0, text.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const at = nodeAt(paragraph, middle, false);
      // To the end, since hidden marks and spaces at the end of a line have no box.
      const rest = document.createRange();
      rest.selectNodeContents(paragraph);
      if (at !== null) rest.setStart(at.node, at.offset);
      const rect = first(rest);
      if (rect !== undefined && pageOf(rect) < page) from = middle + 1;
      else to = middle;
    }
    // The space at the end of the line before has no box of its own.
    return text.length - text.slice(from).trimStart().length;
  }

  function beginningOf(page: number, text: HTMLElement): Position | null {
    for (const paragraph of paragraphsOf(text)) {
      const rects = [...paragraph.getClientRects()];
      const here = rects.find((rect) => pageOf(rect) === page);
      if (here === undefined) continue;
      // Not the letter at a point of the page: a bar may cover it.
      const offset = here === rects[0] ? 0 : firstOffsetOn(page, paragraph);
      return { paragraph: idOf(paragraph), offset };
    }
    return null;
  }

  return {
    count,
    current,
    turnTo,
    fit,
    fillLast,
    position: (text) => beginningOf(current(), text),
    end: (text) => beginningOf(current() + 1, text),
    scrolled,
    step,
    percent: () => (current() >= count() - 1 ? 100 : Math.round((current() / count()) * 1000) / 10),
    show(target) {
      const rect = target && first(withLetter(target));
      turnTo(rect ? pageOf(rect) : 0, 'instant');
    },
    showShare: (share) => turnTo(Math.floor((share / 100) * count()), 'instant'),
    isInView(range) {
      const rect = first(range);
      return rect === undefined || pageOf(rect) === current();
    },
  };
}
