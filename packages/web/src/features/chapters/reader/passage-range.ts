import type { Chapter } from '@inkling/contract/chapters';
import { nodeAt } from './position.ts';

type Text = Pick<Chapter, 'content' | 'paragraphIds'>;

/** The paragraph at an offset into the content, and the offset in it; on a blank line the beginning of the next one. */
function paragraphAt({ content, paragraphIds }: Text, offset: number): { id: number; offset: number } | null {
  const before = content.slice(0, offset);
  const line = before.split('\n').length - 1;
  const id = paragraphIds[line] ?? null;
  if (id !== null) return { id, offset: offset - (before.lastIndexOf('\n') + 1) };
  const next = paragraphIds.slice(line + 1).find((one) => one !== null);
  return next === undefined || next === null ? null : { id: next, offset: 0 };
}

const elementOf = (text: HTMLElement, id: number): HTMLElement | null =>
  text.querySelector<HTMLElement>(`[data-paragraph="${id}"]`);

/** The text from `start` up to `end`, offsets into the chapter's content in UTF-16 units; null if it is not on the page. */
export function rangeOf(text: HTMLElement, chapter: Text, start: number, end: number): Range | null {
  const [first, last] = [paragraphAt(chapter, start), paragraphAt(chapter, end)];
  const [from, to] = [first && elementOf(text, first.id), last && elementOf(text, last.id)];
  if (!first || !last || !from || !to) return null;
  const [begins, ends] = [nodeAt(from, first.offset), nodeAt(to, last.offset)];
  const range = document.createRange();
  // A scene break has no text.
  if (begins === null) range.setStartBefore(from);
  else range.setStart(begins.node, begins.offset);
  if (ends === null) range.setEndAfter(to);
  else range.setEnd(ends.node, ends.offset);
  return range;
}

/** A rectangle in the window, in CSS pixels. */
export interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** The boxes of a range's text. Those of the range itself would include whole paragraphs, wider than their lines. */
function textBoxes(range: Range): DOMRect[] {
  const root = range.commonAncestorContainer;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = [];
  for (let node = root instanceof Text ? root : walker.nextNode(); node; node = walker.nextNode()) {
    if (!range.intersectsNode(node)) continue;
    const part = document.createRange();
    part.selectNodeContents(node);
    if (node === range.startContainer) part.setStart(node, range.startOffset);
    if (node === range.endContainer) part.setEnd(node, range.endOffset);
    boxes.push(...part.getClientRects());
  }
  return boxes;
}

/** The lines of a range as they are on the screen; the boxes of emphasized words in a line are joined. */
export function linesOf(range: Range): Box[] {
  const lines: Box[] = [];
  for (const { top, bottom, left, right, width } of textBoxes(range)) {
    if (width === 0) continue;
    const line = lines.at(-1);
    if (line !== undefined && top < line.bottom - (line.bottom - line.top) / 2 && bottom > line.top) {
      line.top = Math.min(line.top, top);
      line.bottom = Math.max(line.bottom, bottom);
      line.left = Math.min(line.left, left);
      line.right = Math.max(line.right, right);
    } else lines.push({ top, bottom, left, right });
  }
  return lines;
}
