/** A paragraph of a stored text: its id stays its own for as long as it is clearly the same one. */
export interface ParagraphText {
  id: number;
  text: string;
}

export interface Matched {
  ids: number[];
  /** The id that the next new paragraph gets: ids are never given twice. */
  nextId: number;
}

/** The lines of a text that are paragraphs: those that are not blank. */
export const linesOf = (content: string): string[] =>
  content.split('\n').filter((line) => line.trim() !== '');

export const paragraphsOf = (content: string, ids: number[]): ParagraphText[] =>
  linesOf(content).map((text, index) => ({ id: ids[index] ?? 0, text }));

/** How alike two texts must be for one to be an edit of the other: their share of common words (Dice). */
const alikeEnough = 0.5;
/** How far from its old place an edited paragraph is looked for. */
const reach = 12;

/**
 * Gives each new line the id of the old paragraph that it is, or a new id. In turn: lines unchanged and in
 * order, lines moved as they are, lines edited near their old place. Of a split paragraph the likest part keeps
 * the id; of joined ones the likest of them gives it (docs/product.md §3.6).
 */
export function matchParagraphs(old: ParagraphText[], lines: string[], nextId: number): Matched {
  const matching = new Matching(old, lines);
  matching.keepInOrder();
  matching.keepMoved();
  matching.keepEdited();
  let next = nextId;
  const ids = matching.oldOf.map((index) => {
    const known = index < 0 ? undefined : old[index];
    if (known !== undefined) return known.id;
    next += 1;
    return next - 1;
  });
  return { ids, nextId: next };
}

class Matching {
  /** For each new line the index of the old paragraph that it is, or -1. */
  readonly oldOf: number[];
  private readonly taken: boolean[];
  private readonly old: ParagraphText[];
  private readonly lines: string[];

  constructor(old: ParagraphText[], lines: string[]) {
    this.old = old;
    this.lines = lines;
    this.oldOf = lines.map(() => -1);
    this.taken = old.map(() => false);
  }

  private pair(oldIndex: number, newIndex: number): void {
    this.oldOf[newIndex] = oldIndex;
    this.taken[oldIndex] = true;
  }

  /** Equal lines at both ends, and between them those that are unique on both sides and in one order (patience). */
  keepInOrder(): void {
    this.keepBetween(0, this.old.length, 0, this.lines.length);
  }

  private keepBetween(oldFrom: number, oldTo: number, newFrom: number, newTo: number): void {
    let [oldStart, newStart, oldEnd, newEnd] = [oldFrom, newFrom, oldTo, newTo];
    while (oldStart < oldEnd && newStart < newEnd && this.old[oldStart]?.text === this.lines[newStart]) {
      this.pair(oldStart, newStart);
      oldStart += 1;
      newStart += 1;
    }
    while (oldStart < oldEnd && newStart < newEnd && this.old[oldEnd - 1]?.text === this.lines[newEnd - 1]) {
      oldEnd -= 1;
      newEnd -= 1;
      this.pair(oldEnd, newEnd);
    }
    if (oldStart === oldEnd || newStart === newEnd) return;
    const anchors = longestRise(this.uniqueIn(oldStart, oldEnd, newStart, newEnd));
    let [lastOld, lastNew] = [oldStart, newStart];
    for (const [oldIndex, newIndex] of anchors) {
      this.pair(oldIndex, newIndex);
      if (anchors.length > 0) this.keepBetween(lastOld, oldIndex, lastNew, newIndex);
      [lastOld, lastNew] = [oldIndex + 1, newIndex + 1];
    }
    if (anchors.length > 0) this.keepBetween(lastOld, oldEnd, lastNew, newEnd);
  }

  private uniqueIn(oldFrom: number, oldTo: number, newFrom: number, newTo: number): [number, number][] {
    const twice = -2;
    const oldPlaces = new Map<string, number>();
    for (let index = oldFrom; index < oldTo; index += 1) {
      const text = this.old[index]?.text ?? '';
      oldPlaces.set(text, oldPlaces.has(text) ? twice : index);
    }
    const newPlaces = new Map<string, number>();
    for (let index = newFrom; index < newTo; index += 1) {
      const text = this.lines[index] ?? '';
      newPlaces.set(text, newPlaces.has(text) ? twice : index);
    }
    const pairs: [number, number][] = [];
    for (const [text, newIndex] of newPlaces) {
      const oldIndex = oldPlaces.get(text);
      if (newIndex !== twice && oldIndex !== undefined && oldIndex !== twice)
        pairs.push([oldIndex, newIndex]);
    }
    return pairs;
  }

  /** Equal lines that went elsewhere; among equal ones the first free. */
  keepMoved(): void {
    const free = new Map<string, number[]>();
    for (const [index, { text }] of this.old.entries()) {
      if (!this.taken[index]) free.set(text, [...(free.get(text) ?? []), index]);
    }
    for (const places of free.values()) places.reverse();
    for (const [newIndex, text] of this.lines.entries()) {
      if (this.oldOf[newIndex] !== -1) continue;
      const oldIndex = free.get(text)?.pop();
      if (oldIndex !== undefined) this.pair(oldIndex, newIndex);
    }
  }

  /** Changed lines: the likest pairs first, near where the old paragraph would stand now. */
  keepEdited(): void {
    const candidates: { alike: number; oldIndex: number; newIndex: number }[] = [];
    const oldWords = new Map<number, Map<string, number>>();
    const freeOld = this.old.map((_, index) => index).filter((index) => !this.taken[index]);
    let place = 0;
    let expected = 0;
    for (const [newIndex, text] of this.lines.entries()) {
      const kept = this.oldOf[newIndex] ?? -1;
      if (kept !== -1) {
        expected = kept + 1;
        continue;
      }
      const words = wordsOf(text);
      while (place < freeOld.length && (freeOld[place] ?? 0) < expected) place += 1;
      // After a move `expected` may have jumped back.
      while (place > 0 && (freeOld[place - 1] ?? 0) >= expected) place -= 1;
      for (const oldIndex of freeOld.slice(Math.max(0, place - reach), place + reach)) {
        const theirs = oldWords.get(oldIndex) ?? wordsOf(this.old[oldIndex]?.text ?? '');
        oldWords.set(oldIndex, theirs);
        const alike = likeness(words, theirs);
        if (alike >= alikeEnough) candidates.push({ alike, oldIndex, newIndex });
      }
      // Where nothing tells better, one old paragraph stands for each new one.
      expected += 1;
    }
    candidates.sort((a, b) => b.alike - a.alike || a.newIndex - b.newIndex || a.oldIndex - b.oldIndex);
    for (const { oldIndex, newIndex } of candidates) {
      if (!this.taken[oldIndex] && this.oldOf[newIndex] === -1) this.pair(oldIndex, newIndex);
    }
  }
}

/** The longest series of pairs that rises on both sides; pairs come in the order of their new places. */
function longestRise(pairs: [number, number][]): [number, number][] {
  const sorted = pairs.toSorted((a, b) => a[1] - b[1]);
  const tails: number[] = [];
  const before: number[] = [];
  for (const [index, [oldIndex]] of sorted.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[tails[middle] ?? 0]?.[0] ?? 0) < oldIndex) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? (tails[low - 1] ?? -1) : -1;
    tails[low] = index;
  }
  const series: [number, number][] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = sorted[index];
    if (pair) series.push(pair);
  }
  return series.reverse();
}

/** Words with their counts; texts without spaces count by pairs of characters. */
function wordsOf(text: string): Map<string, number> {
  const runs = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [text];
  const counts = new Map<string, number>();
  const add = (word: string) => counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const run of runs) {
    if (run.length <= 24) add(run);
    else for (let index = 0; index + 1 < run.length; index += 1) add(run.slice(index, index + 2));
  }
  return counts;
}

/** Dice's coefficient of two bags of words, 0 to 1. */
function likeness(a: Map<string, number>, b: Map<string, number>): number {
  let [common, total] = [0, 0];
  for (const [word, times] of a) {
    common += Math.min(times, b.get(word) ?? 0);
    total += times;
  }
  for (const times of b.values()) total += times;
  return total === 0 ? 0 : (2 * common) / total;
}
