import { placesOf } from '../../platform/places-of.ts';

/** A range of a text, in UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** Beyond this, a text is repeated too often to tell its places apart. */
const maxOccurrences = 300;
/** Units of the pieces by which longer texts are found. */
const gram = 6;
const maxBuckets = 1 << 20;
/** How many pieces of a text are compared to find its rarest one. */
const maxGrams = 64;
/** The most places that are compared one by one. */
const maxCompared = 1000;

const isInsideWord = (text: string, border: number): boolean =>
  /^[\p{L}\p{N}]{2}/u.test(text.slice(border - 1, border + 1));

/** Whether a range begins or ends inside a word. */
export const cutsWords = (text: string, { from, to }: Range): boolean =>
  (from > 0 && isInsideWord(text, from)) || isInsideWord(text, to);

/** Finds the places of texts in a long one without reading all of it each time. */
export class TextIndex {
  private readonly text: string;
  /** By hash of a piece: how many there are, and the first. By position: the next one with this hash. */
  private pieces: { count: Int32Array; first: Int32Array; next: Int32Array } | null = null;
  private readonly short = new Map<string, number[] | null>();

  constructor(text: string) {
    this.text = text;
  }

  /**
   * Where a text occurs in a range, also overlapping, but with `isOfWords` not in the middle of words; null if too often.
   */
  occurrences(
    wanted: string,
    isOfWords: boolean,
    { from, to }: Range = { from: 0, to: this.text.length },
  ): number[] | null {
    if (wanted.length >= gram) return this.collect(wanted, isOfWords, this.places(wanted, from, to));
    const key = `${from} ${to} ${isOfWords} ${wanted}`;
    let found = this.short.get(key);
    if (found === undefined) {
      found = this.collect(wanted, isOfWords, this.scan(wanted, from, to));
      this.short.set(key, found);
    }
    return found;
  }

  private collect(wanted: string, isOfWords: boolean, places: Iterable<number>): number[] | null {
    const found: number[] = [];
    for (const at of places) {
      if (isOfWords && cutsWords(this.text, { from: at, to: at + wanted.length })) continue;
      found.push(at);
      if (found.length > maxOccurrences) return null;
    }
    return found;
  }

  private *scan(wanted: string, from: number, to: number): Generator<number> {
    const last = to - wanted.length;
    for (const at of placesOf(wanted, this.text, from)) {
      if (at > last) return;
      yield at;
    }
  }

  /** The places of a text that has at least one piece, by the rarest of its pieces. */
  private *places(wanted: string, from: number, to: number): Generator<number> {
    this.pieces ??= index(this.text);
    const { count, first, next } = this.pieces;
    let [rarest, offset] = [-1, 0];
    for (let at = 0; at < Math.min(maxGrams, wanted.length - gram + 1); at += 1) {
      const hash = hashAt(wanted, at) & (count.length - 1);
      if (rarest >= 0 && (count[hash] ?? 0) >= (count[rarest] ?? 0)) continue;
      [rarest, offset] = [hash, at];
    }
    const last = to - wanted.length;
    // Where even its rarest piece is frequent, comparing at each would take quadratic time.
    if ((count[rarest] ?? 0) > maxCompared) return yield* this.scan(wanted, from, to);
    for (let piece = first[rarest] ?? -1; piece >= 0 && piece - offset <= last; piece = next[piece] ?? -1) {
      const at = piece - offset;
      if (at >= from && this.text.startsWith(wanted, at)) yield at;
    }
  }
}

function hashAt(text: string, at: number): number {
  let hash = 0;
  for (let unit = at; unit < at + gram; unit += 1) hash = Math.imul(hash, 0x01000193) ^ text.charCodeAt(unit);
  return hash ^ (hash >>> 15);
}

/** From the end, so that the places with one hash are in the order of the text. */
function index(text: string) {
  const buckets = Math.min(maxBuckets, 2 ** Math.ceil(Math.log2(Math.max(2, text.length))));
  const [count, first] = [new Int32Array(buckets), new Int32Array(buckets).fill(-1)];
  const next = new Int32Array(text.length);
  for (let at = text.length - gram; at >= 0; at -= 1) {
    const hash = hashAt(text, at) & (buckets - 1);
    next[at] = first[hash] ?? -1;
    first[hash] = at;
    count[hash] = (count[hash] ?? 0) + 1;
  }
  return { count, first, next };
}
