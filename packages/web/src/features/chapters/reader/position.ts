/** A position in a chapter: the paragraph's id and an offset into its stored text in UTF-16 units. */
export interface Position {
  paragraph: number;
  offset: number;
}

/** A layout of the text other than one column that the window scrolls: pages (features/reading-comfort/paged-view.ts). */
export interface PagedView {
  /** How far the text is scrolled, in pixels. */
  scrolled: () => number;
  /** From one page to the next, in pixels. */
  step: () => number;
  position: (text: HTMLElement) => Position | null;
  /** Where the next page begins; null after the last one. */
  end: (text: HTMLElement) => Position | null;
  percent: () => number;
  /** Shows the page with this element or range, which is at `position`; null is the first page. */
  show: (target: Element | Range | null, position?: Position) => void;
  /** Shows the page at this percentage of the chapter. */
  showShare: (share: number) => void;
  isInView: (range: Range) => boolean;
}

/** Where the reader was when the text's layout last matched its settings. Kept by use-reading-position.ts. */
export const readersPlace: { current: Position | null } = { current: null };

let paged: PagedView | null = null;

/** Set by the component that lays the text out in pages; null when it ends. */
export function setPagedView(view: PagedView | null): void {
  paged = view;
}
export const isPaged = (): boolean => paged !== null;

/** How far the text is scrolled, in pixels. */
export const scrolledBy = (): number => paged?.scrolled() ?? window.scrollY;
/** What is in view at once: a page or the window, in pixels. */
export const screenSize = (): number => paged?.step() ?? window.innerHeight;

/** Shows the beginning of the chapter with its title. */
export function showBeginning(): void {
  paged?.show(null);
  window.scrollTo({ top: 0, behavior: 'instant' });
}

/** The text that pages show at the moment: where it begins, and where the next page does. */
export const shownPage = (text: HTMLElement): { from: Position | null; to: Position | null } | null =>
  paged && { from: paged.position(text), to: paged.end(text) };

/** The paragraph in which a range begins. */
export const paragraphOf = ({ startContainer: node }: Range): HTMLElement | null =>
  (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-paragraph]') ?? null;

/** In pages, turns to the one with the range and returns true. */
export function turnToRange(range: Range): boolean {
  if (paged === null) return false;
  const paragraph = paragraphOf(range);
  const place = paragraph && {
    paragraph: idOf(paragraph),
    offset: offsetWithin(paragraph, range.startContainer, range.startOffset),
  };
  paged.show(range, place ?? undefined);
  window.scrollTo({ top: 0, behavior: 'instant' });
  return true;
}

/** Where a restored position is shown: a sixth of the window's height below its top. */
const readingLineShare = 1 / 6;

const readingLineY = (): number => Math.round(window.innerHeight * readingLineShare);

export const paragraphsOf = (text: HTMLElement): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>('[data-paragraph]'),
];
export const idOf = (element: HTMLElement): number => Number(element.dataset.paragraph);

/** The offset of a DOM position in a paragraph's stored text; hidden marks count too. */
export function offsetWithin(paragraph: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The text position at a point of the window; null in browsers without caretPositionFromPoint. */
export function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  return null;
}

/** The current reading position: in the first paragraph that extends below the reading line. */
export function currentPosition(text: HTMLElement): Position | null {
  if (paged !== null) return paged.position(text);
  const line = readingLineY();
  // A little below, because a restored line may begin between two pixels.
  const y = line + 2;
  const paragraphs = paragraphsOf(text);
  const paragraph = paragraphs.find((one) => one.getBoundingClientRect().bottom > y) ?? paragraphs.at(-1);
  if (paragraph === undefined) return null;
  const box = paragraph.getBoundingClientRect();
  const rtl = getComputedStyle(paragraph).direction === 'rtl';
  const caret = box.top >= line ? null : caretAt(rtl ? box.right - 2 : box.left + 2, y);
  const offset =
    caret && paragraph.contains(caret.node) ? offsetWithin(paragraph, caret.node, caret.offset) : 0;
  return { paragraph: idOf(paragraph), offset };
}

/** Whether the whole text is rendered (use-text-slices.ts). Until then, its height says nothing about the progress. */
export const isWhole = (text: HTMLElement): boolean => text.dataset.missing === undefined;

/** Whether the beginning of a range is in view, above the last quarter of the window. */
export function isInReadingArea(range: Range): boolean {
  const box = range.getClientRects()[0];
  if (box === undefined) return true;
  if (paged !== null) return paged.isInView(range);
  return box.top >= readingLineY() / 2 && box.bottom <= window.innerHeight * 0.75;
}

/** The percentage of the chapter above the reading line; 100 once its end is visible, 0 while parts are missing. */
export function readPercent(text: HTMLElement): number {
  if (!isWhole(text)) return 0;
  if (paged !== null) return paged.percent();
  const box = text.getBoundingClientRect();
  if (box.height === 0 || box.bottom <= window.innerHeight) return 100;
  const read = (readingLineY() - box.top) / box.height;
  return Math.round(Math.max(0, Math.min(1, read)) * 1000) / 10;
}

/**
 * The text node and the offset in it for an `offset` into a paragraph's stored text; `isEnd` prefers the end of a node to
 * the start of the next one.
 */
export function nodeAt(
  paragraph: HTMLElement,
  offset: number,
  isEnd = true,
): { node: Text; offset: number } | null {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let remaining = offset;
  let last: Text | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (remaining < node.length || (isEnd && remaining === node.length)) return { node, offset: remaining };
    remaining -= node.length;
    last = node;
  }
  return last && { node: last, offset: last.length };
}

/** The point at an offset into a paragraph; the paragraph if it has no text there. */
function pointAt(paragraph: HTMLElement, offset: number): HTMLElement | Range {
  const at = offset > 0 ? nodeAt(paragraph, offset) : null;
  if (at === null) return paragraph;
  const range = document.createRange();
  range.setStart(at.node, at.offset);
  range.collapse(true);
  return range.getClientRects().length > 0 ? range : paragraph;
}

/** The paragraph of a position; undefined if it is not, or no longer, in the text. */
const paragraphAt = (text: HTMLElement, { paragraph }: Position): HTMLElement | undefined =>
  paragraphsOf(text).find((one) => idOf(one) === paragraph);

/** How far the line of a position is below the top of the text, in pixels; NaN if it is not in the text. */
export function lineTop(text: HTMLElement, position: Position | null): number {
  const paragraph = position && paragraphAt(text, position);
  const line = paragraph && pointAt(paragraph, position.offset).getClientRects()[0];
  return !line ? Number.NaN : line.top - text.getBoundingClientRect().top;
}

/** Whether the position is the beginning of the chapter. */
export const isBeginning = (text: HTMLElement, { paragraph, offset }: Position): boolean => {
  const [first] = paragraphsOf(text);
  return offset === 0 && first !== undefined && idOf(first) === paragraph;
};

/**
 * Scrolls the position to the reading line. If its paragraph no longer exists, uses `share`, a percentage of the chapter.
 * Returns false if there is neither.
 */
export function scrollToPosition(text: HTMLElement, position: Position | null, share: number): boolean {
  const paragraph = position && paragraphAt(text, position);
  if (paragraph) {
    if (isBeginning(text, position)) {
      // At the beginning, the chapter's title must be visible too.
      showBeginning();
      return true;
    }
    const point = pointAt(paragraph, position.offset);
    const top = point.getClientRects()[0]?.top ?? 0;
    if (paged !== null) paged.show(point, position);
    else window.scrollBy({ top: top - readingLineY(), behavior: 'instant' });
    return true;
  }
  if (share <= 0) return false;
  if (paged !== null) {
    paged.showShare(share);
    return true;
  }
  const box = text.getBoundingClientRect();
  window.scrollBy({ top: box.top + (box.height * share) / 100 - readingLineY(), behavior: 'instant' });
  return true;
}
