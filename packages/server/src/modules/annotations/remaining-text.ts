import type { Alignment } from './alignment.ts';
import type { Range } from './occurrences.ts';

/** What is left of a text in a later one, answered for any range without reading it. */
export class RemainingText {
  private readonly old: string;
  private readonly next: string;
  private readonly image: Int32Array;
  /**
   * Prefix sums: how many units before a position have a place (`placed`, with spaces), have none (`missing`), or do not
   * follow the unit before them (`apart`).
   */
  private readonly placed: Int32Array;
  private readonly missing: Int32Array;
  private readonly apart: Int32Array;

  constructor(old: string, next: string, { image }: Alignment) {
    [this.old, this.next, this.image] = [old, next, image];
    const size = old.length + 1;
    this.placed = new Int32Array(size);
    this.missing = new Int32Array(size);
    this.apart = new Int32Array(size);
    let before = -1;
    for (let at = 0; at < old.length; at += 1) {
      const place = image[at] ?? -1;
      const isSpace = old[at] === ' ';
      this.placed[at + 1] = (this.placed[at] ?? 0) + (place >= 0 ? 1 : 0);
      this.missing[at + 1] = (this.missing[at] ?? 0) + (!isSpace && place < 0 ? 1 : 0);
      this.apart[at + 1] = (this.apart[at] ?? 0) + (!isSpace && !this.follows(before, place) ? 1 : 0);
      if (!isSpace) before = place;
    }
  }

  /** Whether a place of the new text comes right after another, or with a space between. */
  follows(before: number, place: number): boolean {
    return place === before + 1 || (place === before + 2 && this.next[before + 1] === ' ');
  }

  /** Where all of a range is in the new text, if it is still together. */
  imageOf({ from, to }: Range): Range | null {
    let [first, last] = [from, to - 1];
    while (first < to && this.old[first] === ' ') first += 1;
    while (last > first && this.old[last] === ' ') last -= 1;
    if (first >= to) return null;
    if ((this.missing[to] ?? 0) > (this.missing[from] ?? 0)) return null;
    if ((this.apart[last + 1] ?? 0) > (this.apart[first + 1] ?? 0)) return null;
    return { from: this.image[first] ?? 0, to: (this.image[last] ?? 0) + 1 };
  }

  /** The share of a range that is still there, 0 to 1. */
  shareOf({ from, to }: Range): number {
    return ((this.placed[to] ?? 0) - (this.placed[from] ?? 0)) / Math.max(1, to - from);
  }
}
