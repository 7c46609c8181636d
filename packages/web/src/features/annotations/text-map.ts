import { type ParsedBlock, parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import {
  caretAt,
  idOf,
  nodeAt,
  offsetWithin,
  type Position,
  paragraphsOf,
} from '../chapters/reader/position.ts';
import { lineAt } from './passage.ts';

/** A line of the content that is on the page. */
interface ShownLine {
  element: HTMLElement;
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
  const elements = new Map(paragraphsOf(element).map((one) => [idOf(one), one]));
  const lines = blocks.flatMap(({ from, to }, index): ShownLine[] => {
    const found = elements.get(paragraphIds[index] ?? -1);
    return found === undefined ? [] : [{ element: found, from, to }];
  });
  return { element, chapter, content, blocks, lines };
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
  return Math.min(line.from + offsetWithin(line.element, node, offset), line.to);
}

/** The content offset of a reading position; undefined if its paragraph is not on the page. */
export function offsetOfPosition({ lines }: TextMap, position: Position | null): number | undefined {
  const line = position && lines.find(({ element }) => idOf(element) === position.paragraph);
  return line ? line.from + position.offset : undefined;
}

/** The point at an offset in a line (`nodeAt`). */
const pointAt = ({ element, from }: ShownLine, offset: number, isEnd: boolean) =>
  nodeAt(element, offset - from, isEnd) ?? { node: element, offset: 0 };

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

/** The content offset of the character at a point of the window; null where there is none. */
export function offsetAt(map: TextMap, x: number, y: number): number | null {
  const caret = caretAt(x, y);
  if (caret === null || !map.element.contains(caret.node)) return null;
  const at = offsetOf(map, caret.node, caret.offset);
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
