import { type ParsedBlock, parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { lineAt } from './passage.ts';

/** A line of the content that is on the page. */
interface ShownLine {
  element: Element;
  from: number;
  to: number;
}

/**
 * A chapter's text on the page. The text of a line's element is the line of the content, hidden marks included, so an
 * offset in one is an offset in the other (features/chapters/reader/inline-text.tsx). Offsets are UTF-16 units.
 */
export interface TextMap {
  element: HTMLElement;
  chapter: ShownChapter;
  content: string;
  blocks: ParsedBlock[];
  lines: ShownLine[];
}

type ShownChapter = Pick<Chapter, '_id' | 'content' | 'paragraphIds' | 'version'>;

/** Takes time in proportion to the text, so it is made once per text. */
export function textMapOf(element: HTMLElement, chapter: ShownChapter): TextMap {
  const { content, paragraphIds } = chapter;
  const blocks = parseChapterText(content);
  const elements = new Map(
    [...element.querySelectorAll('[data-paragraph]')].map((one) => [one.getAttribute('data-paragraph'), one]),
  );
  const lines = blocks.flatMap(({ from, to }, index): ShownLine[] => {
    const found = elements.get(String(paragraphIds[index]));
    return found === undefined ? [] : [{ element: found, from, to }];
  });
  return { element, chapter, content, blocks, lines };
}

/** The number of characters in an element before a point in it, hidden ones included. */
function lengthBefore(element: Element, node: Node, offset: number): number {
  const range = document.createRange();
  range.setStart(element, 0);
  range.setEnd(node, offset);
  return range.toString().length;
}

/** The content offset of a point of the document; points outside the text are at its start or end. */
export function offsetOf({ element, content, lines }: TextMap, node: Node, offset: number): number {
  if (!element.contains(node) || node === element) {
    const before = lines.find((line) => {
      const point = document.createRange();
      point.setStart(node, offset);
      return point.comparePoint(line.element, 0) >= 0;
    });
    return before?.from ?? content.length;
  }
  const paragraph = (node instanceof Element ? node : node.parentElement)?.closest('[data-paragraph]');
  const line = lines.find((one) => one.element === paragraph);
  if (line === undefined) return content.length;
  return Math.min(line.from + lengthBefore(line.element, node, offset), line.to);
}

/** The text node at an offset in a line; `isEnd` prefers the end of a node to the start of the next one. */
function pointAt(line: ShownLine, offset: number, isEnd: boolean): { node: Node; offset: number } {
  const walker = document.createTreeWalker(line.element, NodeFilter.SHOW_TEXT);
  let remaining = offset - line.from;
  let last: { node: Node; offset: number } = { node: line.element, offset: 0 };
  while (walker.nextNode()) {
    const { length } = walker.currentNode as Text;
    if (remaining < length || (isEnd && remaining === length))
      return { node: walker.currentNode, offset: remaining };
    last = { node: walker.currentNode, offset: length };
    remaining -= length;
  }
  return last;
}

/** The part of the page between two content offsets; null if none of it is on the page. */
export function rangeOf({ lines }: TextMap, from: number, to: number): Range | null {
  const [start, end] = [lines[lineAt(lines, from)], lines[lineAt(lines, to)]];
  const last = end !== undefined && end.from < to ? end : lines[lineAt(lines, to) - 1];
  if (start === undefined || last === undefined) return null;
  const range = document.createRange();
  const first = pointAt(start, Math.max(from, start.from), false);
  const final = pointAt(last, Math.min(to, last.to), true);
  range.setStart(first.node, first.offset);
  range.setEnd(final.node, final.offset);
  return range;
}

/** The lines of a range as they are on the screen, in the window's CSS pixels: one box per line. */
export function linesOf(range: Range): DOMRect[] {
  const boxes: DOMRect[] = [];
  for (const { left, right, top, bottom } of range.getClientRects()) {
    if (right - left < 1) continue;
    const last = boxes.at(-1);
    const isSameLine =
      last !== undefined && Math.min(bottom, last.bottom) - Math.max(top, last.top) > (bottom - top) / 2;
    if (!isSameLine) boxes.push(new DOMRect(left, top, right - left, bottom - top));
    else {
      const box = new DOMRect(Math.min(left, last.left), Math.min(top, last.top), 0, 0);
      box.width = Math.max(right, last.right) - box.left;
      box.height = Math.max(bottom, last.bottom) - box.top;
      boxes[boxes.length - 1] = box;
    }
  }
  return boxes;
}

/** The content offset of the character at a point of the window; null where there is none. */
export function offsetAt(map: TextMap, x: number, y: number): number | null {
  const caret = 'caretPositionFromPoint' in document ? document.caretPositionFromPoint(x, y) : null;
  if (caret === null || !map.element.contains(caret.offsetNode)) return null;
  const at = offsetOf(map, caret.offsetNode, caret.offset);
  // The nearest place between characters may be on either side of the one that was hit.
  for (const from of [at, at - 1]) {
    const box = rangeOf(map, from, from + 1)?.getBoundingClientRect();
    if (
      box !== undefined &&
      x >= box.left - 1 &&
      x <= box.right + 1 &&
      y >= box.top - 4 &&
      y <= box.bottom + 4
    )
      return from;
  }
  return null;
}
