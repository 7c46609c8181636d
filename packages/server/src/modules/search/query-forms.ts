import { beginningsOf, spellingsOf } from '@inkling/contract/spellings';
import type { QueryPart } from './parse-query.ts';
import { isUnspaced } from './tokens.ts';

/** A word that was typed, with what it may be in a text: itself, other spellings, and for a correction also other words. */
interface Term {
  words: string[];
  /** Their stems by stemmer: a text has those of its own language. */
  stems: ReadonlyMap<string, readonly string[]>;
  /** What the word may begin with, if it may be incomplete. */
  prefixes: string[];
  /** Of the first word of a phrase: the phrase as one word, which may be in its place. */
  joined?: Term;
}

/** A part of a query: terms that must follow each other. */
export type Terms = Term[];

/** The stems of words by stemmer, for the languages of the reader. */
export type Stems = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Words that may be one word in a text. */
const asOne = (parts: readonly QueryPart[]): QueryPart[] => {
  const last = parts.at(-1);
  const words = parts.flatMap((part) => part.words);
  if (last === undefined || words.some(isUnspaced) || parts.some(({ isQuoted }) => isQuoted)) return [];
  return [{ ...last, words: [words.join('')] }];
};

/** What a part may be in a text instead, so that 'time loop' and 'time-loop' find 'Timeloop': itself or its word and a neighbour as one. */
function joinedAt(parts: readonly QueryPart[], at: number): QueryPart[] {
  const isWord = (part: QueryPart | undefined) => part?.words.length === 1;
  if (!isWord(parts[at])) return asOne(parts.slice(at, at + 1));
  return [at - 1, at].flatMap((from) => {
    const pair = parts.slice(Math.max(0, from), from + 2);
    return pair.length === 2 && pair.every(isWord) ? asOne(pair) : [];
  });
}

/** The different words of a query, in all spellings. */
export const wordsOf = (parts: readonly QueryPart[]): string[] => [
  ...new Set(
    parts
      .flatMap((part, at) => [part, ...joinedAt(parts, at)])
      .flatMap(({ words }) => words.flatMap(spellingsOf)),
  ),
];

/** A term for any of these words. */
export function termOf(typed: readonly string[], stems: Stems, prefixes: string[] = []): Term {
  const words = [...new Set(typed.flatMap(spellingsOf))];
  const stemsIn = (known: ReadonlyMap<string, string>) => words.flatMap((word) => known.get(word) ?? []);
  return { words, stems: new Map([...stems].map(([stemmer, known]) => [stemmer, stemsIn(known)])), prefixes };
}

/** The terms of each part of a query. */
export const termsOf = (parts: readonly QueryPart[], stems: Stems): Terms[] =>
  parts.map((part, at) => {
    const joined = joinedAt(parts, at);
    const ofWords = (of: QueryPart[]) =>
      termOf(
        of.flatMap(({ words }) => words),
        stems,
        of.flatMap(({ words: [word = ''], isPrefix }) => (isPrefix ? beginningsOf(word) : [])),
      );
    // For single words, (time | timeloop) & (loop | timeloop) is the same as (time & loop) | timeloop.
    const [first, ...others] = part.words.map((word, index) =>
      index === 0 && part.words.length === 1
        ? ofWords([part, ...joined])
        : ofWords([{ ...part, words: [word], isPrefix: part.isPrefix && index === part.words.length - 1 }]),
    );
    if (first === undefined) return [];
    return others.length > 0 && joined.length > 0
      ? [{ ...first, joined: ofWords(joined) }, ...others]
      : [first, ...others];
  });

/** What the index may have in a term's place: of a text with this stemmer, or of any text. */
export const formsOf = ({ words, stems }: Pick<Term, 'words' | 'stems'>, stemmer?: string): string[] => [
  ...new Set([
    ...words,
    ...(stemmer === undefined ? [...stems.values()].flat() : (stems.get(stemmer) ?? [])),
  ]),
];

const lexeme = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/**
 * The condition in PostgreSQL's tsquery syntax, for texts with this stemmer or for any text. Words have letters, marks
 * and digits only; they are quoted all the same. With '&' as `follows`, the words of phrases may be anywhere, which the
 * index decides without reading texts.
 */
export const tsquery = (query: readonly Terms[], stemmer?: string, follows: '<->' | '&' = '<->'): string =>
  query
    .map((terms) => {
      const anyOf = (term: Term) =>
        `(${[...formsOf(term, stemmer).map(lexeme), ...term.prefixes.map((one) => `${lexeme(one)}:*`)].join(' | ')})`;
      const joined = terms[0]?.joined;
      return `(${terms.map(anyOf).join(` ${follows} `)}${joined === undefined ? '' : ` | ${anyOf(joined)}`})`;
    })
    .join(' & ');
