import { plainText } from './chapter-text.ts';

/** The words that a chapter needs to be published. Here, because the browser imports this file but no schemas. */
export const minWordsToPublish = 200;

/** Scripts without spaces between words, which need the segmenter. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}]/u;

/**
 * Lao and Khmer: browsers and Node have different dictionaries for them, and the editor has to show the count that the
 * server decides by. Subscript consonants are not counted as letters.
 */
const laoOrKhmer = /[\p{Script=Lao}\p{Script=Khmer}]+/gu;
const laoOrKhmerLetter = /(?<!\u17D2)[\p{L}\p{N}]/gu;
/** Counted with the dictionaries of ICU 78, the average is 2.3 to 3. */
const lettersPerWord = 3;

let segmenter: Intl.Segmenter | undefined;

function countSegments(run: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  const others = run.replace(laoOrKhmer, (part) => {
    words += Math.ceil((part.match(laoOrKhmerLetter)?.length ?? 0) / lettersPerWord);
    return ' ';
  });
  for (const { isWordLike } of segmenter.segment(others)) if (isWordLike) words += 1;
  return words;
}

/** Runs between white space and dashes; two or more hyphens are a dash. */
const runs = /(?:[^\s\-\u2012-\u2015\u2E3A\u2E3B]|-(?!-))+/g;

/**
 * Counts the words of a chapter's content as readers see it: runs with a letter or digit between white space and
 * dashes; in scripts without spaces, the words of the segmenter. The server and the editor's live count share this
 * function (docs/product/chapters.md#words).
 */
export function countWords(content: string): number {
  let words = 0;
  for (const [run] of plainText(content).matchAll(runs)) {
    if (withoutSpaces.test(run)) words += countSegments(run);
    else if (/[\p{L}\p{N}]/u.test(run)) words += 1;
  }
  return words;
}
