import { isSceneBreak, parseChapterText } from '@inkling/contract/chapter-text';
import { isVisible } from '@inkling/contract/text';
import { idsOf, type StoredText } from '../chapter-text.ts';
import { idsOfLines } from '../paragraphs.ts';

/** A text as readers see it, mapped to offsets in the content. */
export interface ShownText {
  /** Without marks; a line of the content is a line, and a scene break is a blank one. */
  text: string;
  /** The offset in the content of each UTF-16 unit of `text`, ascending. */
  at: Int32Array;
}

/** What readers see of `content`; `base` is where it begins in the whole. */
export function shownText(content: string, base = 0): ShownText {
  const parts: string[] = [];
  const at = new Int32Array(content.length + 1);
  let length = 0;
  for (const [index, block] of parseChapterText(content).entries()) {
    if (index > 0) {
      parts.push('\n');
      at[length] = base + block.from - 1;
      length += 1;
    }
    for (const { text, from } of block.runs) {
      parts.push(text);
      for (let unit = 0; unit < text.length; unit += 1) at[length + unit] = base + from + unit;
      length += text.length;
    }
  }
  return { text: parts.join(''), at: at.subarray(0, length) };
}

/** The first index of an ascending list whose value is at least `value`; its length if there is none. */
export function firstAtLeast(list: Int32Array, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Longer than what people see as one character; texts of nothing but combining marks are cut there. */
const window = 128;

/** Moves a border inside a grapheme to the grapheme's start or end; a border between graphemes stays. */
function snapToGrapheme(text: string, border: number, to: 'start' | 'end'): number {
  if (border <= 0 || border >= text.length) return Math.min(Math.max(border, 0), text.length);
  let from = Math.max(0, border - window);
  // Before a letter without accents, a character begins, whatever precedes it.
  for (let at = border - 1; at > from; at -= 1) {
    if (/[\n -~]/.test(text[at] ?? '')) {
      from = at;
      break;
    }
  }
  const part = text.slice(from, border + window);
  const around = graphemes.segment(part).containing(border - from);
  if (around === undefined || around.index === border - from) return border;
  return from + (to === 'start' ? around.index : around.index + around.segment.length);
}

/** Characters that are kept from before and after a passage. */
const contextLength = 32;

/** A passage of a content: where it is and what readers see there. */
export interface Passage {
  /** UTF-16 units of the content: the first and the one after the last that are shown. */
  start: number;
  end: number;
  selectedText: string;
  prefix: string;
  suffix: string;
}

const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);

/** The part of a text without half a character at its ends. */
const whole = (text: string): string => text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');

/** The passage that a range of a shown text is, without spaces at its ends; null if nothing else is there. */
export function passageIn({ text, at }: ShownText, from: number, to: number): Passage | null {
  let [first, end] = [from, to];
  while (first < end && isSpace(text[first])) first += 1;
  while (first < end && isSpace(text[end - 1])) end -= 1;
  if (first >= end) return null;
  first = snapToGrapheme(text, first, 'start');
  end = snapToGrapheme(text, end, 'end');
  return {
    start: at[first] ?? 0,
    end: (at[end - 1] ?? 0) + 1,
    selectedText: text.slice(first, end),
    prefix: whole(text.slice(Math.max(0, first - contextLength), first)),
    suffix: whole(text.slice(end, end + contextLength)),
  };
}

/** Characters of the content around a passage that are read for its context, before the line begins or after it ends. */
const margin = 4 * contextLength;

/** The lines around a range of the content that are read to find a passage: that of the range and its context. */
function linesAround(content: string, start: number, end: number): { from: number; to: number } {
  const before = Math.max(0, start - margin);
  const from = before === 0 ? 0 : content.lastIndexOf('\n', before - 1) + 1;
  const lineEnd = content.indexOf('\n', end + margin);
  return { from, to: lineEnd === -1 ? content.length : lineEnd };
}

/** How many characters `findSelected` reads. */
export function readLength({ content, startOffset, endOffset }: Selected): number {
  const { from, to } = linesAround(content, startOffset, endOffset);
  return to - from;
}

/**
 * The passage at these offsets of a chapter's content: never half a character, never inside a hidden mark. Null if
 * readers see nothing there. Reads only the lines around it.
 */
export function findPassage(content: string, startOffset: number, endOffset: number): Passage | null {
  const start = Math.min(Math.max(startOffset, 0), content.length);
  const end = Math.min(Math.max(endOffset, 0), content.length);
  if (start >= end) return null;
  const { from, to } = linesAround(content, start, end);
  const shown = shownText(content.slice(from, to), from);
  return passageIn(shown, firstAtLeast(shown.at, start), firstAtLeast(shown.at, end));
}

/** Where the paragraphs of a content begin, ascending: empty lines are none. */
export function paragraphStarts(content: string): Int32Array {
  const starts: number[] = [];
  for (let from = 0; from <= content.length; ) {
    const newline = content.indexOf('\n', from);
    const to = newline === -1 ? content.length : newline;
    if (content.slice(from, to).trim() !== '') starts.push(from);
    from = to + 1;
  }
  return Int32Array.from(starts);
}

/** The number, from 1, of the paragraph at an offset of a content: the index in the list of paragraph ids. */
export const paragraphNumber = (content: string, offset: number): number =>
  firstAtLeast(paragraphStarts(content), offset + 1);

/** A text for comparisons: without white space, and without lines that stand for a scene break. */
const bare = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isSceneBreak(line))
    .join('')
    .replace(/\s+/g, '');

/** Whether two texts are the same to a reader; browsers render line ends and spaces in different ways. */
export const isSameText = (a: string, b: string): boolean =>
  bare(a).normalize('NFC') === bare(b).normalize('NFC');

interface Selected {
  content: string;
  startOffset: number;
  endOffset: number;
  selectedText?: string | undefined;
}

/** The passage at these offsets, if it reads like `selectedText`. */
export function findSelected({ content, startOffset, endOffset, selectedText }: Selected): Passage | null {
  const passage = findPassage(content, startOffset, endOffset);
  if (passage === null || selectedText === undefined) return passage;
  return isSameText(passage.selectedText, selectedText) ? passage : null;
}

/** A text in one line, without the lines of it that cannot be seen. */
export const quoteOf = (text: string): string =>
  text
    .split('\n')
    .filter(isVisible)
    .map((line) => line.trim())
    .join(' ');

interface WantedParagraphs extends StoredText {
  ids: number[];
  /** How many characters after each paragraph are read. */
  following: number;
}

/** What readers see of a paragraph, and of those after it. */
export interface ShownParagraph {
  id: number;
  own: string;
  following: string;
}

/** Those of these paragraphs that a text has. */
export function shownParagraphs({
  content,
  paragraph_ids,
  ids,
  following: length,
}: WantedParagraphs): ShownParagraph[] {
  const wanted = new Set(ids);
  const lines = shownText(content).text.split('\n');
  return idsOfLines(content, idsOf(paragraph_ids)).flatMap((id, index) => {
    if (id === null || !wanted.has(id)) return [];
    let following = '';
    for (let at = index + 1; at < lines.length && following.length < length; at += 1)
      if (isVisible(lines[at] ?? '')) following += ` ${lines[at]?.trim()}`;
    return [{ id, own: lines[index] ?? '', following: following.slice(0, length) }];
  });
}
