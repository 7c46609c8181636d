import { spellingsOf } from '@inkling/contract/spellings';
import type { QueryPart } from './parse-query.ts';

/** A word that was typed, with what it may be in a text: itself, other spellings, and for a correction also other words. */
interface Term {
  words: string[];
  /** Their stems by stemmer: a text has those of its own language. */
  stems: ReadonlyMap<string, readonly string[]>;
  /** It may also be the beginning of a word. */
  prefix: string | null;
}

/** A part of a query: terms that must follow each other. */
export type Terms = Term[];

/** The stems of words by stemmer, for the languages of the reader. */
export type Stems = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The different words of a query, in all spellings. */
export const wordsOf = (parts: readonly QueryPart[]): string[] => [
  ...new Set(parts.flatMap(({ words }) => words).flatMap(spellingsOf)),
];

/** A term for any of these words. */
export function termOf(typed: readonly string[], stems: Stems, prefix: string | null = null): Term {
  const words = [...new Set(typed.flatMap(spellingsOf))];
  const stemsIn = (known: ReadonlyMap<string, string>) => words.flatMap((word) => known.get(word) ?? []);
  return { words, stems: new Map([...stems].map(([stemmer, known]) => [stemmer, stemsIn(known)])), prefix };
}

/** The terms of each part of a query. */
export const termsOf = (parts: readonly QueryPart[], stems: Stems): Terms[] =>
  parts.map(({ words, isPrefix }) =>
    words.map((word, index) => termOf([word], stems, isPrefix && index === words.length - 1 ? word : null)),
  );

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
    .map((terms) =>
      terms
        .map((term) => {
          const all = formsOf(term, stemmer).map(lexeme);
          if (term.prefix !== null) all.push(`${lexeme(term.prefix)}:*`);
          return `(${all.join(' | ')})`;
        })
        .join(` ${follows} `),
    )
    .map((part) => `(${part})`)
    .join(' & ');
