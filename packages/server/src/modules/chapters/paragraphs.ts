import { longestIncreasing } from './longest-increasing.ts';
import { type MatchingBudget, maxIndexed, newBudget } from './matching-budget.ts';
import { similarPairs } from './similar-lines.ts';

/** A paragraph of a stored text; it keeps its id for as long as it is recognizably the same. */
export interface ParagraphText {
  id: number;
  text: string;
}

export interface Matched {
  ids: number[];
  /** The id of the next new paragraph; ids are never reused. */
  nextId: number;
}

const isBlank = (line: string): boolean => line.trim() === '';

/** The non-blank lines of a text; each is a paragraph. */
export const linesOf = (content: string): string[] => content.split('\n').filter((line) => !isBlank(line));

/** The id of each line's paragraph, from the ids of the paragraphs in order; null for a blank line. */
export function idsOfLines(content: string, ids: number[]): (number | null)[] {
  const remaining = ids.values();
  return content.split('\n').map((line) => (isBlank(line) ? null : (remaining.next().value ?? null)));
}

export const paragraphsOf = (content: string, ids: number[]): ParagraphText[] =>
  linesOf(content).map((text, index) => ({ id: ids[index] ?? 0, text }));

/**
 * Gives each new line the id of its old paragraph, or a new id. Matches in three passes: unchanged lines in order,
 * moved lines, edited lines. When a paragraph is split, the most similar part keeps its id; when paragraphs are joined,
 * the most similar one's id is kept (docs/product/chapters.md#paragraph-ids). The cost is counted and bounded by `budget`.
 */
export function matchParagraphs(
  old: ParagraphText[],
  lines: string[],
  nextId: number,
  budget: MatchingBudget = newBudget(),
): Matched {
  const matching = new Matching(
    old.map(({ text }) => text),
    lines,
    budget,
  );
  matching.matchInOrder();
  matching.matchMoved();
  matching.matchEdited();
  let next = nextId;
  const ids = matching.oldIndexOf.map((index) => {
    const matched = index < 0 ? undefined : old[index];
    if (matched !== undefined) return matched.id;
    next += 1;
    return next - 1;
  });
  return { ids, nextId: next };
}

/** Deep enough for real texts; in an adversarial text, deeper lines are matched as if they had moved. */
const maxDepth = 24;

interface Range {
  oldFrom: number;
  oldTo: number;
  newFrom: number;
  newTo: number;
}

class Matching {
  /** For each new line the index of its old paragraph, or -1. */
  readonly oldIndexOf: number[];
  private readonly taken: boolean[];
  private readonly old: string[];
  private readonly lines: string[];
  /** The ranges between the lines that stayed in order. */
  private readonly gaps: Range[] = [];
  private readonly budget: MatchingBudget;

  constructor(old: string[], lines: string[], budget: MatchingBudget) {
    this.old = old;
    this.lines = lines;
    this.budget = budget;
    this.oldIndexOf = lines.map(() => -1);
    this.taken = old.map(() => false);
  }

  private pair(oldIndex: number, newIndex: number): void {
    this.oldIndexOf[newIndex] = oldIndex;
    this.taken[oldIndex] = true;
  }

  /** Matches equal lines at both ends, and between them lines that are unique on both sides (patience diff). */
  matchInOrder(): void {
    this.matchRange({ oldFrom: 0, oldTo: this.old.length, newFrom: 0, newTo: this.lines.length }, 0);
  }

  private matchRange(range: Range, depth: number): void {
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
    const remaining = { oldFrom, oldTo, newFrom, newTo };
    const anchors = depth < maxDepth && this.mayIndex() ? longestIncreasing(this.uniqueIn(remaining)) : [];
    if (anchors.length === 0) {
      this.gaps.push(remaining);
      return;
    }
    for (const [oldIndex, newIndex] of anchors) {
      this.pair(oldIndex, newIndex);
      this.matchRange({ oldFrom, oldTo: oldIndex, newFrom, newTo: newIndex }, depth + 1);
      [oldFrom, newFrom] = [oldIndex + 1, newIndex + 1];
    }
    this.matchRange({ oldFrom, oldTo, newFrom, newTo }, depth + 1);
  }

  private mayIndex(): boolean {
    return this.budget.indexed < maxIndexed(this.old.length + this.lines.length);
  }

  /** Lines that occur exactly once on each side, as pairs in the new order. */
  private uniqueIn({ oldFrom, oldTo, newFrom, newTo }: Range): [number, number][] {
    this.budget.indexed += oldTo - oldFrom + (newTo - newFrom);
    const oldPositions = uniquePositions(this.old, oldFrom, oldTo);
    const pairs: [number, number][] = [];
    for (const [text, newIndex] of uniquePositions(this.lines, newFrom, newTo)) {
      const oldIndex = oldPositions.get(text) ?? duplicate;
      if (newIndex !== duplicate && oldIndex !== duplicate) pairs.push([oldIndex, newIndex]);
    }
    return pairs;
  }

  /** Matches equal lines that moved; among several equal ones, the first unmatched. */
  matchMoved(): void {
    const free = new Map<string, number[]>();
    for (let index = this.old.length - 1; index >= 0; index -= 1) {
      if (this.taken[index]) continue;
      const text = this.old[index] ?? '';
      const positions = free.get(text);
      if (positions === undefined) free.set(text, [index]);
      else positions.push(index);
    }
    for (const [newIndex, text] of this.lines.entries()) {
      if (this.oldIndexOf[newIndex] !== -1) continue;
      const oldIndex = free.get(text)?.pop();
      if (oldIndex !== undefined) this.pair(oldIndex, newIndex);
    }
  }

  /** Matches edited lines: first between the lines that stayed, then all that are left, if they are few. */
  matchEdited(): void {
    for (const { oldFrom, oldTo, newFrom, newTo } of this.gaps) {
      this.matchSimilar(this.freeOld(oldFrom, oldTo), this.freeNew(newFrom, newTo), 'in place');
    }
    this.matchSimilar(this.freeOld(0, this.old.length), this.freeNew(0, this.lines.length), 'anywhere');
  }

  private matchSimilar(oldIndexes: number[], newIndexes: number[], where: 'in place' | 'anywhere'): void {
    const textsOf = (texts: string[], indexes: number[]) => indexes.map((index) => texts[index] ?? '');
    const pairs = similarPairs(
      textsOf(this.old, oldIndexes),
      textsOf(this.lines, newIndexes),
      where,
      this.budget,
    );
    for (const [oldPosition, newPosition] of pairs) {
      this.pair(oldIndexes[oldPosition] ?? 0, newIndexes[newPosition] ?? 0);
    }
  }

  private freeOld(from: number, to: number): number[] {
    const free: number[] = [];
    for (let index = from; index < to; index += 1) if (!this.taken[index]) free.push(index);
    return free;
  }

  private freeNew(from: number, to: number): number[] {
    const free: number[] = [];
    for (let index = from; index < to; index += 1) if (this.oldIndexOf[index] === -1) free.push(index);
    return free;
  }
}

const duplicate = -2;

/** The position of each text in a range, or `duplicate`. */
function uniquePositions(texts: string[], from: number, to: number): Map<string, number> {
  const positions = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const text = texts[index] ?? '';
    positions.set(text, positions.has(text) ? duplicate : index);
  }
  return positions;
}
