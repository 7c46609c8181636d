import type { MarkedText } from '@inkling/contract/search';
import type { Terms } from './query-forms.ts';
import { type Token, tokensOf } from './tokens.ts';

type Range = [number, number];

/** Approximate length of an excerpt, in characters. */
const excerptLength = 220;
/** How many of them come before the first match. */
const lead = 60;

/** The words of a text whose stems decide whether they match: they begin like a word of the query. */
export function wordsToStem(text: string, query: readonly Terms[]): string[] {
  const beginnings = new Set(query.flat().flatMap(({ forms }) => forms.map((form) => form.slice(0, 2))));
  const exact = new Set(query.flat().flatMap(({ forms }) => forms));
  const words = new Set<string>();
  for (const { word } of tokensOf(text)) {
    if (beginnings.has(word.slice(0, 2)) && !exact.has(word)) words.add(word);
  }
  return [...words];
}

/** The matched parts of a text in order: phrases as a whole. `stemOf`: the stem in the text's language, if it was asked for. */
export function matchesIn(
  text: string,
  query: readonly Terms[],
  stemOf: (word: string) => string | undefined,
): Range[] {
  const tokens = [...tokensOf(text)];
  const fits = ({ word }: Token, { forms, prefix }: Terms[number]): boolean => {
    if (forms.includes(word) || (prefix !== null && word.startsWith(prefix))) return true;
    const stem = stemOf(word);
    return stem !== undefined && forms.includes(stem);
  };
  const ranges: Range[] = [];
  for (const [index, token] of tokens.entries()) {
    for (const terms of query) {
      const found = tokens.slice(index, index + terms.length);
      if (found.length < terms.length) continue;
      if (found.every((one, place) => fits(one, terms[place] ?? { forms: [], prefix: null })))
        ranges.push([token.start, found.at(-1)?.end ?? token.end]);
    }
  }
  return joined(ranges);
}

function joined(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [start, end] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else result.push([start, end]);
  }
  return result;
}

/** The part of a text with most matches, cut between words, with an ellipsis where something is left out. */
export function excerptOf(raw: string, ranges: Range[]): MarkedText {
  const text = raw.replace(/\s/g, ' ');
  if (text.length <= excerptLength) return { text, matches: ranges };
  const from = startOf(text, ranges);
  const to = endOf(text, from);
  const [before, after] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  const shift = before.length - from;
  return {
    text: before + text.slice(from, to) + after,
    matches: ranges.flatMap(([start, end]): Range[] =>
      start >= from && end <= to ? [[start + shift, end + shift]] : [],
    ),
  };
}

/** Where the window with the most matches begins: a little before its first one, at the start of a word. */
function startOf(text: string, ranges: Range[]): number {
  let [best, most] = [0, 0];
  for (const [index, [start]] of ranges.entries()) {
    let count = 0;
    for (const [, end] of ranges.slice(index, index + 20))
      if (end <= start + excerptLength - lead) count += 1;
    if (count > most) [best, most] = [start, count];
  }
  const wanted = Math.max(0, best - lead);
  if (wanted === 0) return 0;
  const space = text.indexOf(' ', wanted);
  return space === -1 || space >= best ? best : space + 1;
}

function endOf(text: string, from: number): number {
  const wanted = from + excerptLength;
  if (wanted >= text.length) return text.length;
  const space = text.lastIndexOf(' ', wanted);
  if (space > from + excerptLength / 2) return space;
  // Without spaces it is cut anywhere, but not inside a surrogate pair.
  return /[\udc00-\udfff]/.test(text.charAt(wanted)) ? wanted - 1 : wanted;
}
