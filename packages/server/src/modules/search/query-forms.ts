import type { QueryPart } from './parse-query.ts';

/** A word that was typed, with what it may be in a text: itself, its stems, and for a correction also other words. */
export interface Term {
  /** What the index may have in its place. */
  forms: string[];
  /** It may also be the beginning of a word. */
  prefix: string | null;
}

/** A part of a query: terms that must follow each other. */
export type Terms = Term[];

/** The stems of each word in the languages in use. */
export type Stems = ReadonlyMap<string, readonly string[]>;

/** The terms of each part of a query. */
export const termsOf = (parts: readonly QueryPart[], stems: Stems): Terms[] =>
  parts.map(({ words, isPrefix }) =>
    words.map((word, index) => ({
      forms: [...new Set([word, ...(stems.get(word) ?? [])])],
      prefix: isPrefix && index === words.length - 1 ? word : null,
    })),
  );

const lexeme = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

/** The condition in PostgreSQL's tsquery syntax. Words have letters, marks and digits only; they are quoted all the same. */
export const tsquery = (query: readonly Terms[]): string =>
  query
    .map((terms) =>
      terms
        .map(({ forms, prefix }) => {
          const all = forms.map(lexeme);
          if (prefix !== null) all.push(`${lexeme(prefix)}:*`);
          return `(${all.join(' | ')})`;
        })
        .join(' <-> '),
    )
    .map((part) => `(${part})`)
    .join(' & ');
