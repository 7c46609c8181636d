import type { FoundInStory } from '@inkling/contract/search';

/** Writing without spaces between words. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

const pattern = (word: string): string => {
  const plain = word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return unspaced.test(word) ? plain : `(?<![\\p{L}\\p{N}])${plain}(?![\\p{L}\\p{N}])`;
};

/** The words of a search without signs beside them; of three letters or more, if there are such. */
function soughtIn(q: string): string[] {
  const words = q.match(/[\p{L}\p{N}\p{M}]+(?:['’-][\p{L}\p{N}\p{M}]+)*/gu) ?? [];
  const long = words.filter((word) => word.length > 2 && word.toLowerCase() !== 'the');
  return long.length > 0 ? long : words;
}

/**
 * What a search in a story has found, in whatever form the words have there. Chapters that the reader has not reached
 * have no excerpts: without any, the words of the search. Null if there are none.
 */
export function foundWords(chapters: readonly FoundInStory[], q: string): RegExp | null {
  const words = chapters.flatMap(({ excerpts }) =>
    excerpts.flatMap(({ text, matches }) => matches.map(([from, to]) => text.slice(from, to))),
  );
  const sought = words.length > 0 ? words : soughtIn(q);
  const different = [...new Set(sought.map((word) => word.toLowerCase()))].filter(
    (word) => word.trim() !== '',
  );
  // The longest first: 'lamps' before 'lamp'.
  different.sort((a, b) => b.length - a.length);
  return different.length === 0 ? null : new RegExp(different.map(pattern).join('|'), 'giu');
}

/** The places of words in a text on the page, in order. Words that begin in one emphasis and end in another are left out. */
export function rangesOf(text: HTMLElement, words: RegExp): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const match of (node.nodeValue ?? '').matchAll(words)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}
