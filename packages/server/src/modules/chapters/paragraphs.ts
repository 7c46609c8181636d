import { longestIncreasing } from './longest-increasing.ts';
import { type MatchingBudget, maxIndexed, newBudget } from './matching-work.ts';
import { similarPairs } from './similar-lines.ts';

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

/**
 * Gives each new line the id of the old paragraph that it is, or a new id. In turn: lines unchanged and in
 * order, lines moved as they are, lines edited between unchanged ones. Of a split paragraph the likest part
 * keeps the id; of joined ones the likest of them gives it (docs/product.md §3.6). What it costs is counted in `work`
 * and bounded (matching-work.ts).
 */
export function matchParagraphs(
  old: ParagraphText[],
  lines: string[],
  nextId: number,
  work: MatchingBudget = newBudget(),
): Matched {
  const matching = new Matching(
    old.map(({ text }) => text),
    lines,
    work,
  );
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

/** Deep enough for any text that people write; a text made to go deeper is matched as if its lines had moved. */
const deepest = 24;

interface Range {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

class Matching {
  /** For each new line the index of the old paragraph that it is, or -1. */
  readonly oldOf: number[];
  private readonly taken: boolean[];
  private readonly old: string[];
  private readonly lines: string[];
  /** What lies between the lines that stayed in order. */
  private readonly gaps: Range[] = [];
  private readonly work: MatchingBudget;

  constructor(old: string[], lines: string[], work: MatchingBudget) {
    this.old = old;
    this.lines = lines;
    this.work = work;
    this.oldOf = lines.map(() => -1);
    this.taken = old.map(() => false);
  }

  private pair(oldIndex: number, newIndex: number): void {
    this.oldOf[newIndex] = oldIndex;
    this.taken[oldIndex] = true;
  }

  /** Equal lines at both ends, and between them those that are unique on both sides and in one order (patience). */
  keepInOrder(): void {
    this.keepBetween({ oldFrom: 0, oldTo: this.old.length, newFrom: 0, newTo: this.lines.length }, 0);
  }

  private keepBetween(range: Range, depth: number): void {
    let { oldFrom, oldTo, newFrom, newTo } = range;
    while (oldFrom < oldTo && newFrom < newTo && this.old[oldFrom] === this.lines[newFrom]) {
      this.pair(oldFrom, newFrom);
      oldFrom += 1;
      newFrom += 1;
    }
    while (oldFrom < oldTo && newFrom < newTo && this.old[oldTo - 1] === this.lines[newTo - 1]) {
      oldTo -= 1;
      newTo -= 1;
      this.pair(oldTo, newTo);
    }
    if (oldFrom === oldTo || newFrom === newTo) return;
    const left = { oldFrom, oldTo, newFrom, newTo };
    const anchors = depth < deepest && this.mayIndex() ? longestIncreasing(this.uniqueIn(left)) : [];
    if (anchors.length === 0) {
      this.gaps.push(left);
      return;
    }
    for (const [oldIndex, newIndex] of anchors) {
      this.pair(oldIndex, newIndex);
      this.keepBetween({ oldFrom, oldTo: oldIndex, newFrom, newTo: newIndex }, depth + 1);
      [oldFrom, newFrom] = [oldIndex + 1, newIndex + 1];
    }
    this.keepBetween({ oldFrom, oldTo, newFrom, newTo }, depth + 1);
  }

  private mayIndex(): boolean {
    return this.work.indexed < maxIndexed(this.old.length + this.lines.length);
  }

  /** Lines that stand once on either side, as pairs in the new order. */
  private uniqueIn({ oldFrom, oldTo, newFrom, newTo }: Range): [number, number][] {
    this.work.indexed += oldTo - oldFrom + (newTo - newFrom);
    const oldPlaces = placesOfUnique(this.old, oldFrom, oldTo);
    const pairs: [number, number][] = [];
    for (const [text, newIndex] of placesOfUnique(this.lines, newFrom, newTo)) {
      const oldIndex = oldPlaces.get(text) ?? twice;
      if (newIndex !== twice && oldIndex !== twice) pairs.push([oldIndex, newIndex]);
    }
    return pairs;
  }

  /** Equal lines that went elsewhere; among equal ones the first free. */
  keepMoved(): void {
    const free = new Map<string, number[]>();
    for (let index = this.old.length - 1; index >= 0; index -= 1) {
      if (this.taken[index]) continue;
      const text = this.old[index] ?? '';
      const places = free.get(text);
      if (places === undefined) free.set(text, [index]);
      else places.push(index);
    }
    for (const [newIndex, text] of this.lines.entries()) {
      if (this.oldOf[newIndex] !== -1) continue;
      const oldIndex = free.get(text)?.pop();
      if (oldIndex !== undefined) this.pair(oldIndex, newIndex);
    }
  }

  /** Changed lines: first between the lines that stayed, then whatever is left, if it is little. */
  keepEdited(): void {
    for (const { oldFrom, oldTo, newFrom, newTo } of this.gaps) {
      this.keepAlike(this.freeOld(oldFrom, oldTo), this.freeNew(newFrom, newTo), 'in place');
    }
    this.keepAlike(this.freeOld(0, this.old.length), this.freeNew(0, this.lines.length), 'anywhere');
  }

  private keepAlike(oldIndexes: number[], newIndexes: number[], where: 'in place' | 'anywhere'): void {
    const textsOf = (texts: string[], indexes: number[]) => indexes.map((index) => texts[index] ?? '');
    const pairs = similarPairs(
      textsOf(this.old, oldIndexes),
      textsOf(this.lines, newIndexes),
      where,
      this.work,
    );
    for (const [oldPlace, newPlace] of pairs) {
      this.pair(oldIndexes[oldPlace] ?? 0, newIndexes[newPlace] ?? 0);
    }
  }

  private freeOld(from: number, to: number): number[] {
    const free: number[] = [];
    for (let index = from; index < to; index += 1) if (!this.taken[index]) free.push(index);
    return free;
  }

  private freeNew(from: number, to: number): number[] {
    const free: number[] = [];
    for (let index = from; index < to; index += 1) if (this.oldOf[index] === -1) free.push(index);
    return free;
  }
}

const twice = -2;

/** Where each text of a range stands, or `twice`. */
function placesOfUnique(texts: string[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const text = texts[index] ?? '';
    places.set(text, places.has(text) ? twice : index);
  }
  return places;
}
