import { diffArrays } from 'diff';
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
 * the most similar one's id is kept (docs/product/chapters.md#paragraph-ids).
 */
export function matchParagraphs(old: ParagraphText[], lines: string[], nextId: number): Matched {
  const matching = new Matching(
    old.map(({ text }) => text),
    lines,
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

/** Beyond this, equal lines are matched as if they had moved: the comparison takes the square of this number of steps. */
const maxEdits = 500;

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

  constructor(old: string[], lines: string[]) {
    this.old = old;
    this.lines = lines;
    this.oldIndexOf = lines.map(() => -1);
    this.taken = old.map(() => false);
  }

  private pair(oldIndex: number, newIndex: number): void {
    this.oldIndexOf[newIndex] = oldIndex;
    this.taken[oldIndex] = true;
  }

  /** Matches equal lines in order; only those at both ends if more than `maxEdits` were added and removed. */
  matchInOrder(): void {
    const { old, lines } = this;
    const shorter = Math.min(old.length, lines.length);
    let start = 0;
    while (start < shorter && old[start] === lines[start]) start += 1;
    let end = 0;
    while (end < shorter - start && old.at(-1 - end) === lines.at(-1 - end)) end += 1;
    const [oldEnd, newEnd] = [old.length - end, lines.length - end];
    for (let index = 0; index < start; index += 1) this.pair(index, index);
    for (let index = 0; index < end; index += 1) this.pair(oldEnd + index, newEnd + index);
    const gap = { oldFrom: start, oldTo: start, newFrom: start, newTo: start };
    const endGap = (): void => {
      if (gap.oldFrom < gap.oldTo && gap.newFrom < gap.newTo) this.gaps.push({ ...gap });
    };
    const middle = [old.slice(start, oldEnd), lines.slice(start, newEnd)] as const;
    for (const { added, removed, count } of diffArrays(...middle, { maxEditLength: maxEdits }) ?? []) {
      if (removed) gap.oldTo += count;
      else if (added) gap.newTo += count;
      else {
        endGap();
        for (let index = 0; index < count; index += 1) this.pair(gap.oldTo + index, gap.newTo + index);
        gap.oldFrom = gap.oldTo += count;
        gap.newFrom = gap.newTo += count;
      }
    }
    [gap.oldTo, gap.newTo] = [oldEnd, newEnd];
    endGap();
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
    const pairs = similarPairs(textsOf(this.old, oldIndexes), textsOf(this.lines, newIndexes), where);
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
