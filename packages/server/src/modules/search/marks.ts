import type { MarkedText } from '@inkling/contract/search';
import { formsOf, type Terms } from './query-forms.ts';
import type { Token } from './tokens.ts';

export type Range = [number, number];

/** Approximate length of an excerpt, in characters. */
const excerptLength = 220;
/** How many of them come before the first match. */
const lead = 60;

/** Which terms of a query a word is, and which parts of the query may begin with it. */
interface Fits {
  terms: Set<Terms[number]>;
  begins: Terms[];
}

/** What is looked for in the texts of one language. */
export function markerOf(parts: readonly Terms[], stemmer: string) {
  const query = parts.flatMap((terms): Terms[] => {
    const joined = terms[0]?.joined;
    return joined === undefined ? [terms] : [terms, [joined]];
  });
  const byForm = new Map<string, Set<Terms[number]>>();
  const prefixed: Terms[number][] = [];
  for (const term of query.flat()) {
    for (const form of formsOf(term, stemmer)) byForm.set(form, (byForm.get(form) ?? new Set()).add(term));
    if (term.prefixes.length > 0) prefixed.push(term);
  }
  const begin = (word: string): string => word.slice(0, 2);
  const beginnings = new Set([...byForm.keys(), ...prefixed.flatMap(({ prefixes }) => prefixes)].map(begin));

  /** Null for a word that is none of the query's. */
  function fitsOf(word: string, stem: string | undefined): Fits | null {
    const begun = prefixed.filter(({ prefixes }) => prefixes.some((prefix) => word.startsWith(prefix)));
    const [asTyped, asStem] = [byForm.get(word), stem === undefined ? undefined : byForm.get(stem)];
    if (begun.length === 0 && asTyped === undefined && asStem === undefined) return null;
    const terms = new Set([...(asTyped ?? []), ...(asStem ?? []), ...begun]);
    return { terms, begins: query.filter(([first]) => first !== undefined && terms.has(first)) };
  }

  return {
    /** The words whose stems decide whether they match: they begin like a word of the query. */
    wordsToStem(tokens: readonly Token[]): Set<string> {
      const words = new Set<string>();
      for (const { word } of tokens) {
        if (beginnings.has(begin(word)) && !byForm.has(word)) words.add(word);
      }
      return words;
    },
    /** Each word that begins like one of the query is looked up once. */
    fitting(stems: ReadonlyMap<string, string>): (word: string) => Fits | null {
      const known = new Map<string, Fits | null>();
      return (word) => {
        // A prefix may be a single character of a script without spaces.
        if (!beginnings.has(begin(word)) && !beginnings.has(word.slice(0, 1))) return null;
        const found = known.get(word);
        if (found !== undefined) return found;
        const fits = fitsOf(word, stems.get(word));
        known.set(word, fits);
        return fits;
      };
    },
  };
}

/** The matched parts of a text in order: phrases as a whole. */
export function rangesIn(tokens: readonly Token[], fitsOf: (word: string) => Fits | null): Range[] {
  const ranges: Range[] = [];
  let index = -1;
  for (const token of tokens) {
    index += 1;
    const fits = fitsOf(token.word);
    if (fits === null) continue;
    for (const terms of fits.begins) {
      const last = tokens[index + terms.length - 1];
      if (last === undefined) continue;
      const follow = terms.every((term, place) => fitsOf(tokens[index + place]?.word ?? '')?.terms.has(term));
      if (follow) ranges.push([token.start, last.end]);
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
  const text = raw.replace(/[^\S ]/g, ' ');
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
