import { isSceneBreak } from '@inkling/contract/chapter-text';
import { firstAtLeast, type ShownText, shownText, snapToGrapheme } from './shown-text.ts';

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

/** How many characters `findPassage` reads. */
export function readLength(content: string, startOffset: number, endOffset: number): number {
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

/** The number, from 1, of the paragraph at an offset of a content: the index in the list of paragraph ids. */
export function paragraphNumber(content: string, offset: number): number {
  let number = 0;
  for (let from = 0; from <= offset; ) {
    const newline = content.indexOf('\n', from);
    const to = newline === -1 ? content.length : newline;
    if (content.slice(from, to).trim() !== '') number += 1;
    from = to + 1;
  }
  return number;
}

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

export interface Selected {
  content: string;
  startOffset: number;
  endOffset: number;
  selectedText: string;
}

/** The passage at these offsets, if it reads like `selectedText`. */
export function findSelected({ content, startOffset, endOffset, selectedText }: Selected): Passage | null {
  const passage = findPassage(content, startOffset, endOffset);
  return passage !== null && isSameText(passage.selectedText, selectedText) ? passage : null;
}
