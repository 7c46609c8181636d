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

/** Words of a query that are searched for; the rest is ignored, so that the cost of a query is bounded. */
const maxWords = 12;
/** Words this short are not treated as prefixes, since too many words begin with them. */
const minSearchPrefix = 3;

/** Words that nearly every text contains; ignored next to other words unless they are quoted. */
const frequent = new Set('a an and as at by for from in is it of on or the to with'.split(' '));

const quoted = /["“”„«»]([^"“”„«»]*)["“”„«»]/g;

/** The words of a part of a query. At its end, the last character of a run without spaces is in the pair before it. */
function wordsOf(text: string): string[] {
  const tokens = [...tokensOf(text)];
  const [before, last] = tokens.slice(-2);
  if (before !== undefined && last !== undefined && before.end > last.start) tokens.pop();
  return tokens.map(({ word }) => word);
}

/** The parts that are searched for: not those with words that nearly every text contains, if there are others. */
function distinctive(parts: QueryPart[]): QueryPart[] {
  const found = parts.filter(
    ({ words, isQuoted }) => isQuoted || words.length > 1 || !frequent.has(words[0] ?? ''),
  );
  return found.length > 0 ? found : parts;
}

/**
 * The parts of a query (docs/product/search.md#queries): phrases in quotation marks and single words. Words joined by
 * other characters, as in 'don't', are a phrase. Any text is a valid query; one without letters or digits has no parts.
 */
export const parseQuery = (query: string, minPrefix = minSearchPrefix): QueryPart[] =>
  distinctive(partsOf(query, minPrefix));

/** The parts of a query with those that are not searched for, in their places between `searched`. */
export function withIgnored(query: string, searched: readonly QueryPart[]): QueryPart[] {
  const all = partsOf(query, minSearchPrefix);
  const left = new Set(distinctive(all));
  const rest = [...searched];
  return all.map((part) => (left.has(part) ? (rest.shift() ?? part) : part));
}

function partsOf(query: string, minPrefix: number): QueryPart[] {
  const parts: QueryPart[] = [];
  let left = maxWords;
  const add = (text: string, isQuoted: boolean): void => {
    const words = wordsOf(text).slice(0, left);
    if (words.length === 0) return;
    left -= words.length;
    parts.push({ words, isQuoted, isPrefix: false });
  };
  let from = 0;
  const addUnquoted = (text: string) => {
    for (const chunk of text.split(/\s+/)) add(chunk, false);
  };
  for (const match of query.matchAll(quoted)) {
    addUnquoted(query.slice(from, match.index));
    add(match[1] ?? '', true);
    from = match.index + match[0].length;
  }
  addUnquoted(query.slice(from));
  const last = parts.at(-1);
  const lastWord = last?.words.at(-1) ?? '';
  if (last !== undefined && !last.isQuoted) {
    last.isPrefix = isUnspaced(lastWord) ? [...lastWord].length === 1 : lastWord.length >= minPrefix;
  }
  return parts;
}

/** The words as one text, for comparison with whole titles and names. */
export const queryKey = (query: string): string => [...tokensOf(query)].map(({ word }) => word).join(' ');
