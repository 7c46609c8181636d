import { type FindOptions, patternOf } from '@inkling/contract/find-pattern';
import type { FoundChapter } from '@inkling/contract/replacements';
import { shownText } from '../chapters/index.ts';

type Place = FoundChapter['places'][number];

export interface FindTask extends FindOptions {
  words: string;
  contents: string[];
  /** How many places to find at most. */
  most: number;
  /** Where to begin in the first content; later ones are searched as a whole. */
  from?: number;
}

/** How many characters before and after the words are shown. */
const contextLength = 30;

/** The places of words in each content, in order, as readers see its text: marks do not count. */
export function findPlaces({ words, contents, most, from = 0, ...options }: FindTask): Place[][] {
  const pattern = patternOf(words, options);
  let left = most;
  return contents.map((content, number) => {
    if (pattern === null || left === 0) return [];
    const { text, at } = shownText(content);
    const first = number === 0 ? at.findIndex((offset) => offset >= from) : 0;
    pattern.lastIndex = first === -1 ? text.length : first;
    const places: Place[] = [];
    for (const { index, 0: original } of text.matchAll(pattern)) {
      if (left === 0) break;
      left -= 1;
      const after = index + original.length;
      const start = at[index] ?? 0;
      const end = (at[after - 1] ?? 0) + 1;
      const [lineStart, lineEnd] = [text.lastIndexOf('\n', index - 1) + 1, text.indexOf('\n', after)];
      const to = Math.min(after + contextLength, lineEnd === -1 ? text.length : lineEnd);
      places.push({
        start,
        end,
        original,
        prefix: text
          .slice(Math.max(index - contextLength, index === 0 ? 0 : lineStart), index)
          .toWellFormed(),
        suffix: text.slice(after, to).toWellFormed(),
        isPlain: content.slice(start, end) === original,
      });
    }
    return places;
  });
}
