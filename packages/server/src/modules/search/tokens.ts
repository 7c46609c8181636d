import { apostrophes, foldText, invisible } from '@inkling/contract/fold-text';

/** A word of a text as the index has it, and where it is: `start` and `end` in UTF-16 units. */
export interface Token {
  word: string;
  start: number;
  end: number;
}

/** Characters of scripts that put no spaces between words; their digits are as those of other scripts. */
const unspaced =
  '[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]--\\p{Nd}]';
const wordCharacter = `[[\\p{L}\\p{N}]--[${unspaced}${apostrophes}]]`;
/** What belongs to the character before it. */
const following = `[\\p{M}${invisible}]`;
/** What a word or a run of characters without spaces is. */
export const tokenPattern = new RegExp(
  `((?:[${unspaced}&&[\\p{L}\\p{N}]]${following}*)+)|${wordCharacter}(?:${wordCharacter}|${following})*`,
  'gv',
);
const clusterPattern = new RegExp(`[^\\p{M}${invisible}]${following}*`, 'gv');
/** The Arabic article before a word: PostgreSQL's stemmer leaves it out for most words only, and in Arabic texts. */
const article = /^(?:ال)+(?=[\p{Script=Arabic}&&\p{L}]{3})/v;
/** Characters of a word that are compared; the rest of a longer one is ignored. */
const maxWord = 64;

/** A word for comparison: without case, accents and compatibility forms. Empty if it has no letters or digits. */
export function normalizeWord(word: string): string {
  if (/^[a-zA-Z0-9]+$/.test(word)) return word.slice(0, maxWord).toLowerCase();
  const plain = foldText(word)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, '')
    .replace(/^\p{M}+/u, '')
    .replace(article, '');
  return plain.length <= maxWord ? plain : [...plain].slice(0, maxWord).join('');
}

const isPlainLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
/** ASCII, no-break spaces, dashes, quotation marks and the ellipsis: none continues a word. */
const endsWord = (code: number): boolean =>
  code < 0x80 ? !isPlainLetter(code) : (code >= 0x2010 && code <= 0x2027) || code === 0xa0;

/** Where a word of ASCII letters and digits that begins here ends, or -1 if it has other characters too. */
function plainEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isPlainLetter(text.charCodeAt(end))) end += 1;
  return end > start && (end === text.length || endsWord(text.charCodeAt(end))) ? end : -1;
}

/**
 * The words of a text in order. A run without spaces, as in Chinese, becomes each two neighbouring characters and the
 * last one alone, so that any part of it is found whatever its words are (docs/product/search.md#words). Words of ASCII
 * characters are found without the pattern, which takes several times as long.
 */
export function* tokensOf(text: string): Generator<Token> {
  for (let at = 0; at < text.length; ) {
    if (endsWord(text.charCodeAt(at))) {
      at += 1;
      continue;
    }
    const plain = plainEnd(text, at);
    if (plain > 0) {
      yield { word: text.slice(at, Math.min(plain, at + maxWord)).toLowerCase(), start: at, end: plain };
      at = plain;
      continue;
    }
    tokenPattern.lastIndex = at;
    const match = tokenPattern.exec(text);
    if (match === null) return;
    at = match.index + match[0].length;
    if (match[1] !== undefined) {
      yield* pairsOf(match[1], match.index);
      continue;
    }
    const word = normalizeWord(match[0]);
    if (word !== '') yield { word, start: match.index, end: at };
  }
}

/** The pairs of a run without spaces that begins at `from`. */
function* pairsOf(run: string, from: number): Generator<Token> {
  const clusters = [...run.matchAll(clusterPattern)];
  for (const [index, cluster] of clusters.entries()) {
    const next = clusters[index + 1];
    const raw = cluster[0] + (next?.[0] ?? '');
    const start = from + cluster.index;
    const word = normalizeWord(raw);
    if (word !== '') yield { word, start, end: start + raw.length };
  }
}

/** Whether a word is a pair of characters of a script without spaces, or one. */
export const isUnspaced = (word: string): boolean => new RegExp(`^${unspaced}`, 'v').test(word);

/** The words of a title, then each two neighbours as one word, so that 'timeloop' finds 'Time Loop'. */
export function titleTokens(title: string): Token[] {
  const tokens = [...tokensOf(title)];
  const pairs = tokens.flatMap((first, index): Token[] => {
    const second = tokens[index + 1];
    if (second === undefined || isUnspaced(first.word) || isUnspaced(second.word)) return [];
    return [{ word: first.word + second.word, start: first.start, end: second.end }];
  });
  return [...tokens, ...pairs];
}

const textOf = (tokens: readonly Token[]): string => tokens.map(({ word }) => word).join(' ');

/** A text as PostgreSQL's parser receives it: its words separated by spaces. */
export const indexText = (text: string): string => textOf([...tokensOf(text)]);

/** The same for a title or a tag. */
export const indexTitle = (title: string): string => textOf(titleTokens(title));

const cyrillic =
  'а a б b в v г g д d е e ж j з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц c ч q ш w щ x ъ x ы y ь q э e ю u я a і i ї i є e ґ g';
const greek =
  'α a β b γ g δ d ε e ζ z η h θ q ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s τ t υ u φ f χ c ψ y ω w';
const entries = `${cyrillic} ${greek}`.split(' ');
const letters = new Map(
  entries.flatMap((letter, index) => (index % 2 === 0 ? [[letter, entries[index + 1] ?? '']] : [])) as [
    string,
    string,
  ][],
);

/**
 * A normalized word with a Latin letter for each Cyrillic and Greek one. Only for comparing words by trigrams, which
 * pg_trgm makes of ASCII letters alone in the embedded database's locale.
 */
export const toLatin = (word: string): string =>
  [...word].map((letter) => letters.get(letter) ?? letter).join('');
