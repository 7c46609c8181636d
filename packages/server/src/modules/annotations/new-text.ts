import { type FlatText, lineAt, type WordCounts, wordCounts, wordOverlap } from './alignment.ts';
import type { Range } from './occurrences.ts';

/** The pieces of a text that are new in it, and how similar they are to a passage. */
export class NewText {
  private readonly text: FlatText;
  private readonly source: Int32Array;
  private readonly ofLines = new Map<number, (Range & { words: WordCounts })[]>();

  constructor(text: FlatText, source: Int32Array) {
    [this.text, this.source] = [text, source];
  }

  /** The similarity, 0 to 1, of a passage to the most similar new piece in the paragraphs of a range, outside the range. */
  likeness(wanted: WordCounts, range: Range): number {
    const { lines } = this.text;
    const [first, last] = [lineAt(this.text, range.from), lineAt(this.text, range.to - 1)];
    const pieces =
      first === last
        ? this.inLine(first)
        : this.between(lines[first]?.from ?? range.from, lines[last]?.to ?? range.to);
    let highest = 0;
    for (const { from, to, words } of pieces) {
      if (from < range.to && range.from < to) continue;
      highest = Math.max(highest, wordOverlap(wanted, words));
    }
    return highest;
  }

  private inLine(number: number): (Range & { words: WordCounts })[] {
    let pieces = this.ofLines.get(number);
    if (pieces === undefined) {
      const { from, to } = this.text.lines[number] ?? { from: 0, to: 0 };
      pieces = this.between(from, to);
      this.ofLines.set(number, pieces);
    }
    return pieces;
  }

  private between(from: number, to: number): (Range & { words: WordCounts })[] {
    const pieces: (Range & { words: WordCounts })[] = [];
    let start = -1;
    for (let at = from; at <= to; at += 1) {
      const isNew = at < to && (this.source[at] ?? -1) < 0;
      if (isNew && start < 0) start = at;
      if (isNew || start < 0) continue;
      pieces.push({ from: start, to: at, words: wordCounts(this.text.flat.slice(start, at)) });
      start = -1;
    }
    return pieces;
  }
}
