import { beginningsOf, spellingsOf } from '@inkling/contract/spellings';
import { initialsIn } from './initials.ts';
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
  /** Of the words of a phrase in quotation marks. */
  isQuoted?: boolean;
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
  const joined = words.join('');
  return [{ ...last, words: [joined, ...initialsIn(joined, [...joined].length === words.length)] }];
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
  const words = [
    ...new Set([...typed.flatMap(spellingsOf), ...typed.flatMap((word) => initialsIn(word, false))]),
  ];
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
    const begun = { ...first, isQuoted: part.isQuoted };
    return others.length > 0 && joined.length > 0
      ? [{ ...begun, joined: ofWords(joined) }, ...others]
      : [begun, ...others];
  });

/** What the index may have in a term's place: of a text with this stemmer, or of any text. */
export const formsOf = ({ words, stems }: Pick<Term, 'words' | 'stems'>, stemmer?: string): string[] => [
  ...new Set([
    ...words,
    ...(stemmer === undefined ? [...stems.values()].flat() : (stems.get(stemmer) ?? [])),
  ]),
];

const lexeme = (word: string): string => `'${word.replaceAll("'", "''").replaceAll('\\', '\\\\')}'`;

const oneOf = (forms: readonly string[], prefixes: readonly string[], label = ''): string => {
  const lexemes = [
    ...forms.map((form) => `${lexeme(form)}${label && `:${label}`}`),
    ...prefixes.map((prefix) => `${lexeme(prefix)}:*${label}`),
  ];
  return `(${lexemes.join(' | ')})`;
};

/** One condition for each part, of one for each of its terms. */
const conditionsOf = (query: readonly Terms[], anyOf: (term: Term) => string, follows: string): string[] =>
  query.map((terms) => {
    const joined = terms[0]?.joined;
    return `(${terms.map(anyOf).join(` ${follows} `)}${joined === undefined ? '' : ` | ${anyOf(joined)}`})`;
  });

interface Conditions {
  /** With '&', the words of phrases may be anywhere. */
  follows?: '<->' | '&';
  /** With '|', a text has some of the parts. */
  between?: '&' | '|';
  /** The weight of the places where the words are. */
  label?: 'A';
}

/**
 * The condition in PostgreSQL's tsquery syntax, for texts with this stemmer or for any text. Words have letters, marks
 * and digits only; they are quoted all the same.
 */
export const tsquery = (
  query: readonly Terms[],
  stemmer?: string,
  { follows = '<->', between = '&', label }: Conditions = {},
): string =>
  conditionsOf(query, (term) => oneOf(formsOf(term, stemmer), term.prefixes, label), follows).join(
    ` ${between} `,
  );

/** The name of a content warning or audience that a phrase is, among all words of a story. */
export const labelQuery = (phrase: Terms): string =>
  lexeme(`${phrase.map(({ words: [word = ''] }) => word).join(' ')}/label`);

/** The condition for all words of a story, where stems have the names of their stemmers (migrations/0001-baseline/search.sql). */
export function wordsQuery(
  query: readonly Terms[],
  excluded: readonly Terms[] = [],
  authors: readonly string[] = [],
): string {
  const anyOf = ({ words, stems, prefixes }: Term): string => {
    const inLanguages = [...stems].flatMap(([stemmer, all]) => all.map((stem) => `${stem}/${stemmer}`));
    return oneOf([...new Set([...words, ...inLanguages])], prefixes);
  };
  return [
    ...conditionsOf(query, anyOf, '&'),
    ...authors.map((word) => lexeme(`${word}/author`)),
    ...conditionsOf(excluded, anyOf, '&').map((condition) => `!${condition}`),
  ].join(' & ');
}
