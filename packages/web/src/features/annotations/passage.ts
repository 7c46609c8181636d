import type { ParsedBlock, Span } from '@inkling/contract/chapter-text';

/** A part of a chapter's content, in UTF-16 units, and what readers see there (docs/product/annotation-screens.md#selection-menu). */
export interface Passage {
  startOffset: number;
  endOffset: number;
  selectedText: string;
}

/** The first line that ends at or behind an offset; the lines are in order. */
export function lineAt(blocks: readonly { to: number }[], offset: number): number {
  let [low, high] = [0, Math.max(0, blocks.length - 1)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.to ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The shown parts of a line between two offsets. */
const partsOf = ({ runs }: ParsedBlock, from: number, to: number): Span[] =>
  runs.flatMap((span) => {
    const [start, end] = [Math.max(from, span.from), Math.min(to, span.to)];
    if (start >= end) return [];
    return [{ ...span, from: start, to: end, text: span.text.slice(start - span.from, end - span.from) }];
  });

/** What readers see between two offsets of the content, without marks; a scene break is a blank line, as on the server. */
export function shownText(blocks: readonly ParsedBlock[], from: number, to: number): string {
  const lines: string[] = [];
  for (let at = lineAt(blocks, from); at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined || block.from >= to) break;
    const text = partsOf(block, from, to)
      .map((part) => part.text)
      .join('');
    lines.push(text);
  }
  return lines.join('\n');
}

/** What a passage may not begin or end in the middle of. */
export type Unit = 'grapheme' | 'word';

const segmenters = {
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
};
/** Longer than what people see as one character, and than most words. */
const around = 128;

/** The nearest border of a character or word as people see it, before or after an offset in a line; an offset at a border stays. */
function wholeUnit(unit: Unit, { runs }: ParsedBlock, offset: number, isEnd: boolean): number {
  const text = runs.map((run) => run.text).join('');
  let index = 0;
  for (const { from, to } of runs) index += Math.max(0, Math.min(offset, to) - from);
  const first = Math.max(0, index - around);
  const found = segmenters[unit].segment(text.slice(first, index + around)).containing(index - first);
  if (found === undefined || found.index === index - first) return offset;
  let remaining = first + found.index + (isEnd ? found.segment.length : 0);
  for (const { from, to } of runs) {
    if (remaining < to - from || (isEnd && remaining === to - from)) return from + remaining;
    remaining -= to - from;
  }
  return offset;
}

/** How many units of white space a text begins or ends with. */
const spaceBefore = (text: string): number => text.length - text.trimStart().length;
const spaceAfter = (text: string): number => text.length - text.trimEnd().length;

/**
 * The passage that a selection means: from the first character to the last one that readers see between two offsets,
 * without white space and hidden marks around it, and with whole characters or words. Null if nothing visible is between them.
 */
export function passageOf(
  blocks: readonly ParsedBlock[],
  from: number,
  to: number,
  unit: Unit = 'grapheme',
): Passage | null {
  let startOffset: number | null = null;
  let endOffset = from;
  let last: ParsedBlock | null = null;
  for (let at = lineAt(blocks, from); at < blocks.length; at += 1) {
    const block = blocks[at];
    if (block === undefined || block.from >= to) break;
    for (const part of partsOf(block, from, to)) {
      if (part.text.trim() === '') continue;
      startOffset ??= wholeUnit(unit, block, part.from + spaceBefore(part.text), false);
      endOffset = part.to - spaceAfter(part.text);
      last = block;
    }
  }
  if (startOffset === null || last === null) return null;
  endOffset = wholeUnit(unit, last, endOffset, true);
  return { startOffset, endOffset, selectedText: shownText(blocks, startOffset, endOffset) };
}

/** The content offset of the `index`th shown character, lines being joined by a line end. */
function contentOffset(blocks: readonly ParsedBlock[], index: number, isEnd: boolean): number {
  let remaining = index;
  for (const block of blocks) {
    for (const { from, to } of block.runs) {
      const length = to - from;
      if (remaining < length || (isEnd && remaining === length)) return from + remaining;
      remaining -= length;
    }
    if (remaining === 0) return block.to;
    remaining -= 1;
  }
  return blocks.at(-1)?.to ?? 0;
}

/** A part of a content, in UTF-16 units. */
export interface Place {
  from: number;
  to: number;
}

/** A chapter's text as the page shows it. */
export interface ShownText {
  version: number;
  blocks: readonly ParsedBlock[];
}

/** Where a text is if it occurs exactly once in what readers see. */
function onlyPlaceOf(blocks: readonly ParsedBlock[], text: string): Place | null {
  const shown = shownText(blocks, 0, blocks.at(-1)?.to ?? 0);
  const at = shown.indexOf(text);
  if (at === -1 || shown.indexOf(text, at + 1) !== -1) return null;
  return { from: contentOffset(blocks, at, false), to: contentOffset(blocks, at + text.length, true) };
}

type Anchor = Passage & { version: number; isTextChanged: boolean };

/**
 * Where an annotation is in the shown text; null if its words are not there, or if the page shows another version than the
 * annotation's: equal words may then be others, and only the server knows their paragraph and what is around them.
 */
export function placeIn(
  { version, blocks }: ShownText,
  { startOffset, endOffset, selectedText, ...anchor }: Anchor,
): Place | null {
  if (anchor.isTextChanged || anchor.version !== version || selectedText === '') return null;
  if (shownText(blocks, startOffset, endOffset) === selectedText) return { from: startOffset, to: endOffset };
  return onlyPlaceOf(blocks, selectedText);
}
