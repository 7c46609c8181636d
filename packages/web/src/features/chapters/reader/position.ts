/** A place in a chapter: the paragraph's id, and UTF-16 units into its stored text. */
export interface Position {
  paragraph: number;
  offset: number;
}

/** Where the eye rests when a chapter is opened at a place: a sixth of the window below its top. */
const readingLineShare = 1 / 6;

const readingLineY = (): number => Math.round(window.innerHeight * readingLineShare);

const paragraphsOf = (text: HTMLElement): HTMLElement[] => [
  ...text.querySelectorAll<HTMLElement>('[data-paragraph]'),
];
const idOf = (element: HTMLElement): number => Number(element.dataset.paragraph);

/** The offset of a position inside a paragraph's stored text; marks that are not shown count too. */
function offsetWithin(paragraph: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The text position under a point of the window, in whichever way this browser tells it. */
function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const found = document.caretPositionFromPoint(x, y);
    return found && { node: found.offsetNode, offset: found.offset };
  }
  return null;
}

/** What is being read now: the first paragraph that reaches below the reading line. */
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

/** How much of the chapter is above the reading line, in percent; its end in view is all of it. */
export function readPercent(text: HTMLElement): number {
  const box = text.getBoundingClientRect();
  if (box.height === 0 || box.bottom <= window.innerHeight) return 100;
  const read = (readingLineY() - box.top) / box.height;
  return Math.round(Math.max(0, Math.min(1, read)) * 1000) / 10;
}

/** The text node and offset in it at which `offset` of a paragraph's stored text stands. */
function nodeAt(paragraph: HTMLElement, offset: number): { node: Text; offset: number } | null {
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

/** Whether nothing is read yet. */
export const isBeginning = (text: HTMLElement, { paragraph, offset }: Position): boolean => {
  const [first] = paragraphsOf(text);
  return offset === 0 && first !== undefined && idOf(first) === paragraph;
};

/**
 * Scrolls so that the place stands at the reading line. A paragraph that is gone leaves its share of the
 * chapter as the place; false when there is neither.
 */
export function scrollToPosition(text: HTMLElement, position: Position | null, share: number): boolean {
  const paragraph = position && paragraphsOf(text).find((one) => idOf(one) === position.paragraph);
  if (paragraph) {
    if (isBeginning(text, position)) {
      // Nothing is read yet: the chapter's title belongs to its beginning.
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
