import { parseChapterText } from '@inkling/contract/chapter-text';

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
export function snapToGrapheme(text: string, border: number, to: 'start' | 'end'): number {
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
