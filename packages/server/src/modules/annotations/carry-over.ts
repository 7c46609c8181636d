import {
  type Alignment,
  align,
  type FlatText,
  flatRange,
  flatten,
  lineAt,
  type NumberedText,
  wordCounts,
  wordOverlap,
} from './alignment.ts';
import { NewText } from './new-text.ts';
import { cutsWords, occurrencesIn, type Range } from './occurrences.ts';
import { type Passage, passageIn } from './passages.ts';
import { RemainingText } from './remaining-text.ts';

/** A passage to find again. */
export interface PassageToCarry {
  /** Offsets in the content of the old text. */
  start: number;
  end: number;
  /** What the reader selected, if a part of that has changed before. */
  original: string | null;
}

/** Where a passage is in the new text. */
export interface CarriedPassage extends Passage {
  startParagraph: number;
  endParagraph: number;
  /** Whether it reads as before. */
  isSame: boolean;
}

/** Characters before and after a passage that are compared. */
const maxContext = 40;
/** Of a passage, so that a long one proves enough by itself. */
const maxCountedLength = 48;
/** Characters of passage and context together that make a place outside the passage's paragraph the same one. */
const minEvidence = 40;
/** By how many such characters the best place must be ahead of the second best. */
const clearlyAhead = 8;
/** A passage whose words have changed must have this much in common with what the reader selected … */
const minLikeness = 0.6;
/** … and be ahead of other new text by this. */
const likelierBy = 0.2;
/** A shorter passage in a changed paragraph needs a neighbouring word, or a paragraph that is mostly the same. */
const selfEvident = 12;
const minNeighbour = 3;
const minShareOfParagraph = 0.5;

/**
 * Finds passages of a text again in a later one, or returns null: a passage never lands on other text that merely looks
 * like it (docs/product/annotations.md#finding-the-place-again). Paragraphs with the same id are compared word by word,
 * which says for each word where it is now. Equal text elsewhere counts only where no other old text has gone, and if it
 * is long or its surroundings have come with it. Of a passage whose words have changed, what is left counts only inside
 * its paragraph.
 *
 * Prepares both texts once, for any number of passages: one in an unchanged paragraph costs its own length.
 */
export function carrier(
  oldText: NumberedText,
  newText: NumberedText,
): (passage: PassageToCarry) => CarriedPassage | null {
  const finder = new Finder(flatten(oldText), flatten(newText));
  return (passage) => finder.carry(passage);
}

class Finder {
  private readonly old: FlatText;
  private readonly next: FlatText;
  private readonly alignment: Alignment;
  private readonly remaining: RemainingText;
  private readonly newText: NewText;

  constructor(old: FlatText, next: FlatText) {
    this.old = old;
    this.next = next;
    this.alignment = align(old, next);
    this.remaining = new RemainingText(old.flat, next.flat, this.alignment);
    this.newText = new NewText(next, this.alignment.source);
  }

  carry({ start, end, original }: PassageToCarry): CarriedPassage | null {
    const passage = flatRange(this.old, start, end);
    if (passage.from >= passage.to) return null;
    const text = this.old.flat.slice(passage.from, passage.to);
    const same = this.inItsParagraph(passage, text) ?? this.moved(passage, text);
    if (same !== null) return this.present(same, true);
    const changed = this.changed(passage, original ?? text);
    return changed === null ? null : this.present(changed, false);
  }

  private present({ from, to }: Range, isSame: boolean): CarriedPassage | null {
    const { shown, shownAt, lines } = this.next;
    const found = passageIn(shown, shownAt[from] ?? 0, (shownAt[to - 1] ?? 0) + 1);
    if (found === null) return null;
    const idAt = (position: number) => lines[lineAt(this.next, position)]?.id ?? 0;
    return { ...found, startParagraph: idAt(from), endParagraph: idAt(to - 1), isSame };
  }

  /** The passage where its paragraph has it now, word for word. */
  private inItsParagraph(passage: Range, text: string): Range | null {
    const place = this.remaining.imageOf(passage);
    if (place === null) return null;
    const paragraphs = this.paragraphsOf(passage);
    if (this.isUnchanged(paragraphs)) return place;
    if (this.hasRival(passage, place, text, paragraphs)) return null;
    if (text.length >= selfEvident || this.context(passage, place) >= minNeighbour) return place;
    return this.remaining.shareOf(paragraphs) >= minShareOfParagraph ? place : null;
  }

  /** The paragraphs of a range of the old text, as a whole. */
  private paragraphsOf({ from, to }: Range): Range {
    const { lines } = this.old;
    return {
      from: lines[lineAt(this.old, from)]?.from ?? from,
      to: lines[lineAt(this.old, to - 1)]?.to ?? to,
    };
  }

  private isUnchanged(paragraphs: Range): boolean {
    const now = this.remaining.imageOf(paragraphs);
    if (now === null) return false;
    const [first, last] = [lineAt(this.next, now.from), lineAt(this.next, now.to - 1)];
    return this.next.lines[first]?.from === now.from && this.next.lines[last]?.to === now.to;
  }

  /**
   * Whether other text of the same paragraphs, equal to `text` and no longer in a place of its own, may as well be what is
   * at a place now; after a deletion, the comparison of words cannot tell two equal ones apart.
   */
  private hasRival(passage: Range, place: Range, text: string, paragraphs: Range): boolean {
    const own = this.context(passage, place);
    const found = occurrencesIn(this.old.flat, text, !cutsWords(this.old.flat, passage), paragraphs);
    if (found === null) return own < maxContext;
    for (const from of found) {
      const rival = { from, to: from + text.length };
      if (rival.from < passage.to && passage.from < rival.to) continue;
      if (this.remaining.imageOf(rival) === null && this.context(rival, place) >= own) return true;
    }
    return false;
  }

  /** The number of characters before and after two ranges, one of each text, that are the same. */
  private context(old: Range, place: Range): number {
    const [a, b] = [this.old.flat, this.next.flat];
    let before = 0;
    while (
      before < maxContext &&
      old.from > before &&
      a[old.from - 1 - before] === b[place.from - 1 - before]
    )
      before += 1;
    let after = 0;
    while (after < maxContext && old.to + after < a.length && a[old.to + after] === b[place.to + after])
      after += 1;
    return before + after;
  }

  /** The passage word for word elsewhere, where it was moved, or its paragraph was joined or split. */
  private moved(passage: Range, text: string): Range | null {
    const counted = Math.min(text.length, maxCountedLength);
    const isOfWords = !cutsWords(this.old.flat, passage);
    let [best, second] = [{ from: 0, to: 0, evidence: 0 }, 0];
    for (const from of occurrencesIn(this.next.flat, text, isOfWords) ?? []) {
      const place = { from, to: from + text.length };
      if (!this.isFree(place, passage) && !this.isTakenByMistake(place, passage)) continue;
      const evidence = counted + this.context(passage, place);
      if (evidence > best.evidence) [best, second] = [{ ...place, evidence }, best.evidence];
      else second = Math.max(second, evidence);
    }
    if (best.evidence < minEvidence || best.evidence - second < clearlyAhead) return null;
    return this.belongsElsewhere(passage, best, text) ? null : best;
  }

  /** Whether no other old text has gone to a place. */
  private isFree({ from, to }: Range, passage: Range): boolean {
    for (let at = from; at < to; at += 1) {
      const source = this.alignment.source[at] ?? -1;
      if (source >= 0 && this.next.flat[at] !== ' ' && (source < passage.from || source >= passage.to))
        return false;
    }
    return true;
  }

  /**
   * Whether a place in the passage's own paragraph was given to other text only because the comparison of words had the
   * choice: with its surroundings, the passage fits better than what is there.
   */
  private isTakenByMistake(place: Range, passage: Range): boolean {
    const paragraphs = this.paragraphsOf(passage);
    const own = passage.to - passage.from + this.context(passage, place);
    for (let at = place.from; at < place.to; at += 1) {
      const source = this.alignment.source[at] ?? -1;
      if (source < 0 || this.next.flat[at] === ' ' || (source >= passage.from && source < passage.to))
        continue;
      if (source < paragraphs.from || source >= paragraphs.to) return false;
      const around = this.context({ from: source, to: source + 1 }, { from: at, to: at + 1 });
      if (around + 1 >= own) return false;
    }
    return true;
  }

  /** Whether an equal text that has lost its place too fits a place as well as the passage does. */
  private belongsElsewhere(passage: Range, place: Range, text: string): boolean {
    const own = this.context(passage, place);
    const isOfWords = !cutsWords(this.old.flat, passage);
    return (occurrencesIn(this.old.flat, text, isOfWords) ?? []).some((from) => {
      const other = { from, to: from + text.length };
      if (from === passage.from || this.remaining.imageOf(other) !== null) return false;
      return this.context(other, place) > own - clearlyAhead;
    });
  }

  /** What is left of a passage in its paragraph, if that is still most of what the reader selected. */
  private changed(passage: Range, original: string): Range | null {
    const runs = this.runsOf(passage);
    const [first, last] = [runs[0], runs.at(-1)];
    if (first === undefined || last === undefined) return null;
    const longest = runs.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const wanted = wordCounts(original);
    const paragraphs = this.paragraphsOf(passage);
    const inOrder = runs.every((run, index) => index === 0 || run.place > (runs[index - 1]?.place ?? 0));
    const whole = { from: first.place, to: last.place + last.to - last.from };
    const part = { from: longest.place, to: longest.place + longest.to - longest.from };
    const candidates = (inOrder ? [whole, part] : [part]).map((range) => ({
      range,
      wordOverlap: wordOverlap(wanted, wordCounts(this.next.flat.slice(range.from, range.to))),
    }));
    const best = candidates.reduce((a, b) => (b.wordOverlap > a.wordOverlap ? b : a));
    if (best.wordOverlap < minLikeness) return null;
    const text = this.old.flat.slice(longest.from, longest.to);
    if (this.hasRival(longest, part, text, paragraphs)) return null;
    return this.newText.likeness(wanted, best.range) > best.wordOverlap - likelierBy ? null : best.range;
  }

  /** The pieces of a passage that are still together, each with its place in the new text. */
  private runsOf({ from, to }: Range): (Range & { place: number })[] {
    const runs: (Range & { place: number })[] = [];
    for (let at = from; at < to; at += 1) {
      const place = this.alignment.image[at] ?? -1;
      if (place < 0 || this.old.flat[at] === ' ') continue;
      const run = runs.at(-1);
      const isNext = run !== undefined && this.remaining.follows(run.place + run.to - run.from - 1, place);
      // A run contains the spaces between its words in both texts.
      if (isNext && place - run.place === at - run.from) run.to = at + 1;
      else runs.push({ from: at, to: at + 1, place });
    }
    return runs;
  }
}
