/** A position in a chapter: the paragraph's id and an offset into its stored text in UTF-16 units. */
export interface Position {
  paragraph: number;
  offset: number;
}

/** Where a restored position is shown: a sixth of the window's height below its top. */
const readingLineShare = 1 / 6;

const readingLineY = (): number => Math.round(window.innerHeight * readingLineShare);

const paragraphsOf = (text: HTMLElement): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>('[data-paragraph]'),
];
const idOf = (element: HTMLElement): number => Number(element.dataset.paragraph);

/** The offset of a DOM position in a paragraph's stored text; hidden marks count too. */
function offsetWithin(paragraph: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The text position at a point of the window; null in browsers without caretPositionFromPoint. */
function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  return null;
}

/** The current reading position: in the first paragraph that extends below the reading line. */
export function currentPosition(text: HTMLElement): Position | null {
  const line = readingLineY();
  const paragraphs = paragraphsOf(text);
  const paragraph = paragraphs.find((one) => one.getBoundingClientRect().bottom > line) ?? paragraphs.at(-1);
  if (paragraph === undefined) return null;
  const box = paragraph.getBoundingClientRect();
  const rtl = getComputedStyle(paragraph).direction === 'rtl';
  const caret = box.top >= line ? null : caretAt(rtl ? box.right - 2 : box.left + 2, line + 2);
  const offset =
    caret && paragraph.contains(caret.node) ? offsetWithin(paragraph, caret.node, caret.offset) : 0;
  return { paragraph: idOf(paragraph), offset };
}

/** Whether the whole text is rendered (use-text-slices.ts). Until then, its height says nothing about the progress. */
export const isWhole = (text: HTMLElement): boolean => text.dataset.missing === undefined;

/** The percentage of the chapter above the reading line; 100 once its end is visible, 0 while parts are missing. */
export function readPercent(text: HTMLElement): number {
  if (!isWhole(text)) return 0;
  const box = text.getBoundingClientRect();
  if (box.height === 0 || box.bottom <= window.innerHeight) return 100;
  const read = (readingLineY() - box.top) / box.height;
  return Math.round(Math.max(0, Math.min(1, read)) * 1000) / 10;
}

/** The text node and the offset in it for an `offset` into a paragraph's stored text. */
export function nodeAt(paragraph: HTMLElement, offset: number): { node: Text; offset: number } | null {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let remaining = offset;
  let last: Text | null = null;
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    if (remaining <= node.length) return { node, offset: remaining };
    remaining -= node.length;
    last = node;
  }
  return last && { node: last, offset: last.length };
}

function offsetTop(paragraph: HTMLElement, offset: number): number {
  const at = offset > 0 ? nodeAt(paragraph, offset) : null;
  if (at === null) return paragraph.getBoundingClientRect().top;
  const range = document.createRange();
  range.setStart(at.node, at.offset);
  range.collapse(true);
  const box = range.getClientRects()[0];
  return box?.top ?? paragraph.getBoundingClientRect().top;
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
  const paragraph = position && paragraphsOf(text).find((one) => idOf(one) === position.paragraph);
  if (paragraph) {
    if (isBeginning(text, position)) {
      // At the beginning, the chapter's title must be visible too.
      window.scrollTo({ top: 0, behavior: 'instant' });
      return true;
    }
    window.scrollBy({ top: offsetTop(paragraph, position.offset) - readingLineY(), behavior: 'instant' });
    return true;
  }
  if (share <= 0) return false;
  const box = text.getBoundingClientRect();
  window.scrollBy({ top: box.top + (box.height * share) / 100 - readingLineY(), behavior: 'instant' });
  return true;
}
