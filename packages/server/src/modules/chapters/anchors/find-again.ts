import { diffArrays } from 'diff';
import { placesOf } from '../../../platform/texts.ts';
import { idsOf, type StoredText } from '../chapter-text.ts';
import { idsOfLines } from '../paragraphs.ts';
import { firstAtLeast, type Passage, passageIn, type ShownText, shownText } from './passages.ts';

/** A range of a text, in UTF-16 units. */
interface Range {
  from: number;
  to: number;
}

/** A passage to find again. */
export interface PassageToFind {
  /** Offsets in the content of the old text. */
  start: number;
  end: number;
  /** What the reader selected, if a part of that has changed before. */
  original: string | null;
}

/** Where a passage is in the new text. */
export interface FoundPassage extends Passage {
  startParagraph: number;
  endParagraph: number;
  /** Whether it reads as before, or as the reader selected it. */
  isSame: boolean;
}

export interface FindTask {
  old: StoredText;
  next: StoredText;
  /** A text between them that no longer had the passages: words that it had are those of others. */
  without?: StoredText | undefined;
  /** Where in the new text passages of other texts have come back to. */
  taken?: number[];
  passages: PassageToFind[];
}

/** Characters before and after a passage that are compared. */
const maxContext = 32;
/** Of a passage, so that a long one proves enough by itself. */
const maxCounted = 48;
/** Characters of passage and context together that make a place outside the passage's paragraph the same one. */
const minEvidence = 40;
/** By how many such characters the best place must be ahead of the second best. */
const clearlyAhead = 8;
/** A shorter passage in a changed paragraph needs a neighbouring word. */
const selfEvident = 12;
const minNeighbour = 3;
/** A passage whose words have changed must have this much in common with what the reader selected. */
const minLikeness = 0.6;
/** Beyond this, a text is repeated too often to tell its places apart. */
const maxOccurrences = 50;
/** Words added and removed beyond this number make two paragraphs different ones. */
const maxEdits = 1500;
/**
 * Of all paragraphs together, so that no chapter takes more than a few seconds: the sum of the squares of their edits,
 * since the comparison takes that much time.
 */
const maxWork = 16 * maxEdits ** 2;

/**
 * Finds passages of a text in a later one, in their order; null for one that is no longer there, or not certain: a passage
 * never lands on other text that merely looks like it (docs/product/annotations.md#finding-the-place-again). Looks in the
 * paragraph with the same id, then for the exact words elsewhere, then for what is left of them in the paragraph.
 */
export function findAgain({ old, next, without, taken, passages }: FindTask): (FoundPassage | null)[] {
  const text = flatten(next);
  const finder = new Finder(flatten(old), text);
  const others = without === undefined ? null : new Finder(flatten(without), text);
  return passages.map((passage) => {
    const found = finder.find(passage, others);
    return found !== null && taken?.includes(found.start) ? null : found;
  });
}

/** The passage of a content that reads like `text`; null if there is none, or more than one. */
export function findText({ content, text }: { content: string; text: string }): Passage | null {
  const { flat, shown, shownAt } = flatten({ content, paragraph_ids: '{}' });
  const wanted = inOneLine(text);
  if (wanted === '') return null;
  const [from, second] = placesOf(wanted, flat);
  if (from === undefined || second !== undefined) return null;
  return passageIn(shown, shownAt[from] ?? 0, (shownAt[from + wanted.length - 1] ?? 0) + 1);
}

const inOneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * A text for comparisons: as readers see it, each run of white space a single space, so that lines that are joined or
 * split stay the same text.
 */
interface FlatText {
  flat: string;
  shown: ShownText;
  /** The index in the shown text of each unit of `flat`, ascending. */
  shownAt: Int32Array;
  /** The paragraphs, in the order of the text, without those that show nothing. */
  lines: Line[];
  /** Where words are that were looked for. */
  known: Map<string, Range[] | null>;
}
interface Line extends Range {
  id: number;
}

function flatten({ content, paragraph_ids }: StoredText): FlatText {
  const shown = shownText(content);
  const ids = idsOfLines(content, idsOf(paragraph_ids));
  const shownAt = new Int32Array(shown.text.length);
  const lines: Line[] = [];
  let [flat, lineStart] = ['', 0];
  for (const [index, line] of shown.text.split('\n').entries()) {
    const from = flat === '' ? 0 : flat.length + 1;
    for (const word of line.matchAll(/\S+/g)) {
      const start = lineStart + word.index;
      if (flat !== '') {
        shownAt[flat.length] = start - 1;
        flat += ' ';
      }
      for (let unit = 0; unit < word[0].length; unit += 1) shownAt[flat.length + unit] = start + unit;
      flat += word[0];
    }
    if (flat.length > from) lines.push({ id: ids[index] ?? 0, from, to: flat.length });
    lineStart += line.length + 1;
  }
  return { flat, shown, shownAt: shownAt.subarray(0, flat.length), lines, known: new Map() };
}

/** The index of the line at a position of the flat text. */
function lineAt({ lines }: FlatText, position: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((lines[middle]?.from ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const picture = String.raw`\p{Extended_Pictographic}[\p{M}\u{1f3fb}-\u{1f3ff}]*`;
/** Words, single characters of scripts without spaces, emoji as a whole, and any other character. */
const tokenPattern = new RegExp(
  String.raw`${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{N}])(?:(?!${unspaced})[\p{L}\p{N}\p{M}\u200c\u200d'’])*|\p{RI}\p{RI}|${picture}(?:\u200d${picture})*|.\p{M}*`,
  'gsu',
);
const tokensOf = (text: string): string[] => text.match(tokenPattern) ?? [];

/** How much two texts have in common, 0 to 1: the letters of the words in both, whatever their order (Dice). */
function likeness(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => tokensOf(text).filter((token) => token !== ' '));
  const counts = Map.groupBy(left ?? [], (word) => word);
  const lettersOf = (words: string[] = []) => words.reduce((sum, { length }) => sum + length, 0);
  const common = right?.filter((word) => counts.get(word)?.pop() !== undefined);
  return (2 * lettersOf(common)) / (lettersOf(left) + lettersOf(right));
}

const isInsideWord = (text: string, border: number): boolean =>
  /^[\p{L}\p{N}]{2}/u.test(text.slice(border - 1, border + 1));

/** Whether a range begins or ends inside a word. */
const cutsWords = (text: string, { from, to }: Range): boolean =>
  (from > 0 && isInsideWord(text, from)) || isInsideWord(text, to);

/**
 * Where words are in a text, also overlapping, but not in the middle of others unless they begin or end inside a word
 * themselves; null if too often.
 */
function occurrencesOf({ words, isCut }: Words, { flat, known }: FlatText): Range[] | null {
  const key = `${isCut} ${words}`;
  let found = known.get(key);
  if (found !== undefined) return found;
  found = [];
  for (const from of placesOf(words, flat)) {
    const place = { from, to: from + words.length };
    if (isCut || !cutsWords(flat, place)) found.push(place);
    if (found.length > maxOccurrences) break;
  }
  found = found.length > maxOccurrences ? null : found;
  known.set(key, found);
  return found;
}
interface Words {
  words: string;
  isCut: boolean;
}

/** Where words of a range are in another text: the pieces that are together, and whether these are all. */
interface Trace {
  runs: Range[];
  isWhole: boolean;
}

function traceIn(text: string, { from, to }: Range, images: Int32Array, other: string): Trace {
  const runs: Range[] = [];
  let isWhole = true;
  for (let at = from; at < to; at += 1) {
    if (text[at] === ' ') continue;
    const place = images[at] ?? -1;
    const run = runs.at(-1);
    if (place < 0) isWhole = false;
    else if (run?.to === place || (run?.to === place - 1 && other[run.to] === ' ')) run.to = place + 1;
    else runs.push({ from: place, to: place + 1 });
  }
  return { runs, isWhole };
}

const overlap = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;

class Finder {
  private readonly old: FlatText;
  private readonly next: FlatText;
  /** For each unit of the old text its place in the new one, and the reverse; -1 for text that has left its paragraph. */
  private readonly image: Int32Array;
  private readonly source: Int32Array;
  private readonly unchanged = new Set<Line>();

  constructor(old: FlatText, next: FlatText) {
    [this.old, this.next] = [old, next];
    this.image = new Int32Array(old.flat.length).fill(-1);
    this.source = new Int32Array(next.flat.length).fill(-1);
    this.align();
  }

  /** Compares the paragraphs with the same id word by word. */
  private align(): void {
    const byId = new Map(this.next.lines.map((line) => [line.id, line]));
    let work = maxWork;
    for (const line of this.old.lines) {
      const other = byId.get(line.id);
      if (other === undefined) continue;
      const before = this.old.flat.slice(line.from, line.to);
      const now = this.next.flat.slice(other.from, other.to);
      if (before === now) this.unchanged.add(line);
      const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(work)));
      const runs =
        before === now
          ? [{ added: false, removed: false, value: [before] }]
          : diffArrays(tokensOf(before), tokensOf(now), { maxEditLength });
      let [from, to, edits] = [line.from, other.from, runs === undefined ? maxEditLength : 0];
      for (const { added, removed, value } of runs ?? []) {
        const length = value.reduce((sum, token) => sum + token.length, 0);
        if (added || removed) edits += value.length;
        for (let unit = 0; unit < length && !added && !removed; unit += 1) {
          this.image[from + unit] = to + unit;
          this.source[to + unit] = from + unit;
        }
        if (!added) from += length;
        if (!removed) to += length;
      }
      work = Math.max(0, work - edits ** 2);
    }
  }

  find({ start, end, original }: PassageToFind, others: Finder | null): FoundPassage | null {
    const flatAt = (offset: number) =>
      firstAtLeast(this.old.shownAt, firstAtLeast(this.old.shown.at, offset));
    const passage = { from: flatAt(start), to: flatAt(end) };
    if (passage.from >= passage.to) return null;
    const now = this.wordsOf(passage);
    const first = original === null ? now : { words: inOneLine(original), isCut: now.isCut };
    const same =
      (original === null ? null : this.restored(passage, first)) ??
      this.inPlace(passage, now) ??
      (original === null ? null : this.elsewhere(passage, first)) ??
      this.elsewhere(passage, now);
    // One that was lost comes back only with all of its words.
    const place = same ?? (others === null ? this.changed(passage, first.words) : null);
    if (place === null || others?.hasMovedTo(place)) return null;
    const found = passageIn(
      this.next.shown,
      this.next.shownAt[place.from] ?? 0,
      (this.next.shownAt[place.to - 1] ?? 0) + 1,
    );
    if (found === null) return null;
    const idAt = (position: number) => this.next.lines[lineAt(this.next, position)]?.id ?? 0;
    const paragraphs = { startParagraph: idAt(place.from), endParagraph: idAt(place.to - 1) };
    return { ...found, ...paragraphs, isSame: same !== null };
  }

  /** What is left of a range of the old text in its paragraphs. */
  private trace(range: Range): Trace {
    return traceIn(this.old.flat, range, this.image, this.next.flat);
  }

  /** Where a range of the old text is, if all of it is still together. */
  private imageOf(range: Range): Range | null {
    const { runs, isWhole } = this.trace(range);
    return isWhole && runs.length === 1 ? (runs[0] ?? null) : null;
  }

  /** Whether other old text has stayed at a place. */
  private isTaken(place: Range): boolean {
    const { runs, isWhole } = traceIn(this.next.flat, place, this.source, this.old.flat);
    const [source] = runs;
    return (
      isWhole &&
      runs.length === 1 &&
      source !== undefined &&
      this.inPlace(source, this.wordsOf(source)) !== null
    );
  }

  private wordsOf(passage: Range): Words {
    const { flat } = this.old;
    return { words: flat.slice(passage.from, passage.to), isCut: cutsWords(flat, passage) };
  }

  /** Whether the words at a place of the new text are those of a passage that the old text has. */
  private hasMovedTo(place: Range): boolean {
    const { flat } = this.next;
    const words = { words: flat.slice(place.from, place.to), isCut: cutsWords(flat, place) };
    const passages = occurrencesOf(words, this.old);
    if (passages === null) return true;
    return passages.some((one) => {
      const found = this.inPlace(one, words) ?? this.elsewhere(one, words);
      return found?.from === place.from;
    });
  }

  /** The passage where its paragraph has it now, word for word. */
  private inPlace(passage: Range, now: Words): Range | null {
    const place = this.imageOf(passage);
    if (place === null) return null;
    const lines = this.old.lines.slice(lineAt(this.old, passage.from), lineAt(this.old, passage.to - 1) + 1);
    if (lines.every((line) => this.unchanged.has(line))) return place;
    if (this.hasRival(passage, now, place, 1)) return null;
    const isEvident = now.words.length >= selfEvident || this.context(passage, place) >= minNeighbour;
    return isEvident ? place : null;
  }

  /**
   * Whether a place may as well be that of other old text with the same words that has lost its own: after a deletion, the
   * comparison of words cannot tell two equal ones apart.
   */
  private hasRival(passage: Range, words: Words, place: Range, lead: number): boolean {
    const own = this.context(passage, place);
    if (lead === 1 && own === 2 * maxContext) return false;
    const twins = occurrencesOf(words, this.old);
    if (twins === null) return own < maxContext;
    return twins.some(
      (twin) =>
        !overlap(twin, passage) && this.context(twin, place) > own - lead && this.imageOf(twin) === null,
    );
  }

  /** The number of characters before and after two ranges, one of each text, that are the same; so are the texts' ends. */
  private context(old: Range, place: Range): number {
    const [a, b] = [this.old.flat, this.next.flat];
    let [before, after] = [0, 0];
    while (before < maxContext && a[old.from - 1 - before] === b[place.from - 1 - before]) before += 1;
    while (after < maxContext && a[old.to + after] === b[place.to + after]) after += 1;
    return before + after;
  }

  /** The words that the reader selected, where a part of them was until now. */
  private restored(passage: Range, original: Words): Range | null {
    const { runs } = this.trace(passage);
    const isThere = (place: Range) =>
      runs.some((run) => overlap(run, place)) &&
      !this.isTaken(place) &&
      !this.hasRival(passage, original, place, clearlyAhead);
    return occurrencesOf(original, this.next)?.find(isThere) ?? null;
  }

  /** Words outside the passage's paragraph: where it was moved, or its paragraph was joined or split. */
  private elsewhere(passage: Range, words: Words): Range | null {
    const counted = Math.min(words.words.length, maxCounted);
    let [best, second] = [{ from: 0, to: 0, evidence: 0 }, 0];
    for (const place of occurrencesOf(words, this.next) ?? []) {
      if (this.isTaken(place)) continue;
      const evidence = counted + this.context(passage, place);
      if (evidence > best.evidence) [best, second] = [{ ...place, evidence }, best.evidence];
      else second = Math.max(second, evidence);
    }
    if (best.evidence < minEvidence || best.evidence - second < clearlyAhead) return null;
    return this.hasRival(passage, words, best, clearlyAhead) ? null : best;
  }

  /** What is left of a passage in its paragraph, if that is still most of what the reader selected. */
  private changed(passage: Range, original: string): Range | null {
    const { runs, isWhole } = this.trace(passage);
    const [first, last] = [runs[0], runs.at(-1)];
    // All of it would have been found in place if that were certain.
    if (first === undefined || last === undefined || (isWhole && runs.length === 1)) return null;
    const longest = runs.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const inOrder = runs.every((run, index) => index === 0 || run.from > (runs[index - 1]?.from ?? 0));
    const candidates = inOrder ? [{ from: first.from, to: last.to }, longest] : [longest];
    const [best] = candidates
      .map((range) => ({ range, score: likeness(original, this.next.flat.slice(range.from, range.to)) }))
      .sort((a, b) => b.score - a.score);
    return best !== undefined && best.score >= minLikeness ? best.range : null;
  }
}
