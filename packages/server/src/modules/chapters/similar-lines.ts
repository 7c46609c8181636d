/**
 * The similarity from which one text counts as an edit of the other. Measured on five novels: fewer than one in a
 * thousand long paragraphs is this similar to a neighbour by chance. Short lines ("said he") more often are, so their
 * threshold is higher.
 */
const minSimilarity = { long: 0.4, short: 0.5, elsewhere: 0.6 };
const shortLine = 8;

/**
 * Up to this many pairs are all compared; beyond, lines are searched only near their old position, the nearer the more there
 * are. A chapter of a million characters, edited in every paragraph, takes some 0.3 s.
 */
const maxFullPairs = 400;
const searchRadius = 12;
const maxComparisons = 400_000;
/** Lines that were both moved and edited are searched only if at most this many lines are left. */
const maxLeftLines = 64;

/** Texts are compared by their first words, which is enough to distinguish longer paragraphs too. */
const maxWords = 4000;
/** Only this many characters of a line are searched for words: 4,000 words of ten characters. */
const maxCharacters = 40_000;

const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
/** Words, or single characters in scripts without spaces. */
const wordPattern = new RegExp(`${unspaced}|(?:(?!${unspaced})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.slice(0, maxCharacters).toLowerCase().matchAll(wordPattern)) {
    words.push(word);
    if (words.length === maxWords) break;
  }
  // A line without words is compared by its punctuation.
  return words.length > 0 ? words : [text.slice(0, maxWords)];
}

/** The features for comparing a text: hashes of its words and of pairs of neighbouring words, sorted. */
interface Features {
  text: string;
  /** Without surrounding white space. */
  trimmed: string;
  words: number;
  hashes: Int32Array;
}

/** FNV-1a hash of a word; collisions within a text are rare. */
function hashWord(word: string): number {
  let number = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) number = Math.imul(number ^ word.charCodeAt(at), 0x01000193);
  return number;
}

const hashPair = (before: number, after: number): number =>
  Math.imul(before, 31) ^ (after >>> 15) ^ (after << 17);

function featuresOf(text: string): Features {
  const words = wordsOf(text);
  const hashes = new Int32Array(words.length * 2 + 1);
  let before = 0;
  for (const [index, word] of words.entries()) {
    const number = hashWord(word);
    hashes[index * 2] = number;
    hashes[index * 2 + 1] = hashPair(before, number);
    before = number;
  }
  hashes[words.length * 2] = hashPair(before, 0);
  return { text, trimmed: text.trim(), words: words.length, hashes: hashes.sort() };
}

/** Extracts features, and caches them by line. */
function featureReader(): (text: string) => Features {
  const cache = new Map<string, Features>();
  return (text) => {
    const features = cache.get(text) ?? featuresOf(text);
    cache.set(text, features);
    return features;
  };
}

/** Dice's coefficient: the share of features that two texts have in common, 0 to 1. */
function similarity(a: Features, b: Features): number {
  const [left, right] = [a.hashes, b.hashes];
  let [common, i, j] = [0, 0, 0];
  while (i < left.length && j < right.length) {
    const difference = (left[i] ?? 0) - (right[j] ?? 0);
    if (difference === 0) common += 1;
    if (difference <= 0) i += 1;
    if (difference >= 0) j += 1;
  }
  return (2 * common) / (left.length + right.length);
}

/** The upper bound of the similarity of two texts, given their lengths. */
const maxSimilarity = (a: Features, b: Features): number =>
  (2 * Math.min(a.hashes.length, b.hashes.length)) / (a.hashes.length + b.hashes.length);

const minPartLength = 20;
/** A part is searched at up to this many positions of its first characters. */
const maxPositions = 8;

/**
 * The share of the longer text that the shorter one makes up if it is contained verbatim, else 0. Searching for a few
 * characters first keeps this linear: `includes` takes quadratic time for texts of repeated characters.
 */
function shareOfWhole(a: Features, b: Features): number {
  const [{ trimmed: part }, { text: whole }] = a.text.length < b.text.length ? [a, b] : [b, a];
  if (part.length < minPartLength) return 0;
  const start = part.slice(0, minPartLength);
  let at = whole.indexOf(start);
  for (let positions = 1; at >= 0 && positions <= maxPositions; positions += 1) {
    if (whole.startsWith(part, at)) return part.length / whole.length;
    at = whole.indexOf(start, at + 1);
  }
  return 0;
}

interface Candidate {
  score: number;
  oldPosition: number;
  newPosition: number;
}

/** Pairs old lines with the new lines they became, the most similar first; no line is in two pairs. */
export function similarPairs(
  old: string[],
  lines: string[],
  where: 'in place' | 'anywhere',
): [oldPosition: number, newPosition: number][] {
  if (old.length === 0 || lines.length === 0) return [];
  if (where === 'anywhere' && (old.length > maxLeftLines || lines.length > maxLeftLines)) return [];
  const candidates = where === 'anywhere' ? everyPair(old, lines) : pairsInPlace(old, lines);
  const found = candidates.sort(
    (a, b) => b.score - a.score || a.newPosition - b.newPosition || a.oldPosition - b.oldPosition,
  );
  const [oldTaken, newTaken] = [new Set<number>(), new Set<number>()];
  return found.flatMap(({ oldPosition, newPosition }): [number, number][] => {
    if (oldTaken.has(oldPosition) || newTaken.has(newPosition)) return [];
    oldTaken.add(oldPosition);
    newTaken.add(newPosition);
    return [[oldPosition, newPosition]];
  });
}

function everyPair(old: string[], lines: string[]): Candidate[] {
  const read = featureReader();
  const before = old.map(read);
  return lines.flatMap((line, newPosition) => {
    const now = read(line);
    return before.flatMap((then, oldPosition): Candidate[] => {
      const score = maxSimilarity(then, now) < minSimilarity.elsewhere ? 0 : similarity(then, now);
      return score >= minSimilarity.elsewhere ? [{ score, oldPosition, newPosition }] : [];
    });
  });
}

function pairsInPlace(old: string[], lines: string[]): Candidate[] {
  const read = featureReader();
  const before = new Map<number, Features>();
  const candidates: Candidate[] = [];
  for (const [newPosition, line] of lines.entries()) {
    const now = read(line);
    for (const oldPosition of positionsNear(newPosition, old.length, lines.length)) {
      const then = before.get(oldPosition) ?? read(old[oldPosition] ?? '');
      before.set(oldPosition, then);
      const score = scoreInPlace(then, now);
      if (score > 0) candidates.push({ score, oldPosition, newPosition });
    }
  }
  return candidates;
}

/** The old positions that a new line is compared with: all if there are few, else those near it, counted from either end. */
function positionsNear(newPosition: number, oldCount: number, newCount: number): Iterable<number> {
  if (oldCount * newCount <= maxFullPairs) return Array(oldCount).keys();
  const radius = Math.max(1, Math.min(searchRadius, Math.floor(maxComparisons / newCount / 4)));
  const near = new Set<number>();
  for (const middle of [newPosition, newPosition + oldCount - newCount]) {
    const last = Math.min(oldCount - 1, middle + radius);
    for (let position = Math.max(0, middle - radius); position <= last; position += 1) near.add(position);
  }
  return near;
}

/** The similarity of a line to the old line at that position, 0 when it is not an edit or a part of it. */
function scoreInPlace(then: Features, now: Features): number {
  const enough = Math.min(then.words, now.words) < shortLine ? minSimilarity.short : minSimilarity.long;
  const score = maxSimilarity(then, now) < enough ? 0 : similarity(then, now);
  if (score >= enough) return score;
  const share = shareOfWhole(then, now);
  return share > 0 ? minSimilarity.long * share : 0;
}
