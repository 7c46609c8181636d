import { tagKey } from '@inkling/contract/story-labels';
import { numberOf } from '../imports/index.ts';
import { isUnspaced, tokensOf } from './tokens.ts';

/**
 * One part of a query; a text matches if it has all parts. Several words are a phrase: they must follow each other.
 * `isPrefix`: the last word may be the beginning of one, as while typing.
 */
export interface QueryPart {
  words: string[];
  isQuoted: boolean;
  isPrefix: boolean;
}

/** What was typed, as it is searched for (docs/product/search.md#queries). */
export interface Query {
  parts: QueryPart[];
  /** What no result has: `-word`. */
  excluded: QueryPart[];
  /** The words after `author:`, and the keys of the tags after `tag:`. */
  authors: string[];
  tags: string[];
  /** The number after 'chapter' or 'ch', beside other words. */
  chapter: number | null;
}

/** Words of a query that are searched for; the rest is ignored, so that the cost of a query is bounded. */
const maxWords = 12;
/** Words this short are not treated as prefixes, since too many words begin with them. */
const minSearchPrefix = 3;

/** Words that nearly every text contains; ignored next to other words unless they are quoted. */
export const frequentWords: ReadonlySet<string> = new Set(
  'a an and as at by for from in is it of on or the to with'.split(' '),
);

/** A minus or the name of a field before a phrase in quotation marks or a word; all of them may be missing. */
const chunk = /(?:(-)|(author|tag):)?(?:["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s"“”„«»]+))/giu;

/** The words of a part of a query. At its end, the last character of a run without spaces is in the pair before it. */
function wordsOf(text: string): string[] {
  const tokens = [...tokensOf(text)];
  const [before, last] = tokens.slice(-2);
  if (before !== undefined && last !== undefined && before.end > last.start) tokens.pop();
  return tokens.map(({ word }) => word);
}

const isFrequent = ({ words, isQuoted }: QueryPart): boolean =>
  !isQuoted && words.length === 1 && frequentWords.has(words[0] ?? '');

/** The parts that are searched for: not words that nearly every text contains, if there are others. */
function distinctive(parts: QueryPart[]): QueryPart[] {
  const found = parts.filter((part) => !isFrequent(part));
  return found.length > 0 ? found : parts;
}

/** Single letters that follow each other are one part: 'h g wells' is 'hg wells'. */
function withInitials(parts: QueryPart[]): QueryPart[] {
  const isLetter = ({ words, isQuoted }: QueryPart) =>
    !isQuoted && words.every((word) => [...word].length === 1 && !isUnspaced(word));
  const joined: QueryPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && isLetter(last) && isLetter(part))
      joined[joined.length - 1] = { ...last, words: [...last.words, ...part.words] };
    else joined.push(part);
  }
  return joined;
}

/** The number in `chapter 12`, `ch.12` or `ch. XII`, and the parts without it; only beside other words. */
function chapterIn(parts: QueryPart[]): { number: number; rest: QueryPart[] } | null {
  for (const [at, { words, isQuoted }] of parts.entries()) {
    const [word = '', inSame] = words;
    const next = parts[at + 1];
    const joined = /^(?:chapter|ch)(\d{1,5})$/.exec(word)?.[1];
    const isNamed = words.length <= 2 && (word === 'chapter' || word === 'ch');
    const typed = joined ?? inSame ?? (next?.words.length === 1 ? next.words[0] : undefined);
    if (isQuoted || typed === undefined || (joined === undefined && !isNamed)) continue;
    const number = /^\d{1,5}$/.test(typed) ? Number(typed) : numberOf(typed);
    const rest = parts.toSpliced(at, (joined ?? inSame) === undefined ? 2 : 1);
    if (number !== null && rest.some((part) => !isFrequent(part))) return { number, rest };
  }
  return null;
}

/** Reads a query. Any text is one; one without letters or digits finds nothing. */
export function readQuery(text: string, minPrefix = minSearchPrefix): Query {
  const all: QueryPart[] = [];
  const [excluded, authors, tags]: [QueryPart[], string[], string[]] = [[], [], []];
  let left = maxWords;
  for (const [, minus, field, phrase, word = ''] of text.matchAll(chunk)) {
    const words = wordsOf(phrase ?? word).slice(0, left);
    if (words.length === 0) continue;
    left -= words.length;
    const part = { words, isQuoted: phrase !== undefined, isPrefix: false };
    if (minus !== undefined) excluded.push(part);
    else if (field === undefined) all.push(part);
    else if (field.toLowerCase() === 'author') authors.push(...words);
    else tags.push(tagKey(phrase ?? word));
  }
  const numbered = chapterIn(all);
  const parts = withInitials(distinctive(numbered?.rest ?? all));
  const isAlone = parts.length + authors.length + tags.length === 0;
  const query = {
    // There is nothing to leave out of nothing.
    parts: isAlone ? excluded : parts,
    excluded: isAlone ? [] : excluded,
    authors,
    tags,
    chapter: numbered?.number ?? null,
  };
  const last = query.parts.at(-1);
  const lastWord = last?.words.at(-1) ?? '';
  if (last !== undefined && !last.isQuoted && last === (numbered?.rest ?? all).at(-1))
    last.isPrefix = isUnspaced(lastWord) ? [...lastWord].length === 1 : lastWord.length >= minPrefix;
  return query;
}

/** The words that all results have, as `readQuery` finds them. */
export const parseQuery = (query: string, minPrefix = minSearchPrefix): QueryPart[] =>
  readQuery(query, minPrefix).parts;

/** A query as it was typed, with other words in the place of some. */
export const withWords = (query: string, better: ReadonlyMap<string, string>): string => {
  let text = '';
  let from = 0;
  for (const { word, start, end } of tokensOf(query)) {
    const other = better.get(word);
    if (other === undefined || start < from) continue;
    text += query.slice(from, start) + other;
    from = end;
  }
  return text + query.slice(from);
};

/** The words as one text, for comparison with whole titles and names. */
export const queryKey = (query: string): string => [...tokensOf(query)].map(({ word }) => word).join(' ');
