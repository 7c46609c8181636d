import { isSceneBreak, plainText } from './chapter-text.ts';

/** The words that a chapter needs to be published. Here, because the browser imports this file but no schemas. */
export const minWordsToPublish = 200;

/** Scripts without spaces between words, which need the segmenter. */
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

let segmenter: Intl.Segmenter | undefined;

function countSegments(run: string): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  let words = 0;
  for (const { isWordLike } of segmenter.segment(run)) if (isWordLike) words += 1;
  return words;
}

/**
 * Counts the words of a chapter's content as readers see it: runs between white space; in scripts without spaces, the
 * words of the segmenter. The server and the editor's live count share this function (docs/product/chapters.md#words).
 */
export function countWords(content: string): number {
  let words = 0;
  for (const [run] of plainText(content).matchAll(/\S+/g)) {
    if (isSceneBreak(run)) continue;
    words += withoutSpaces.test(run) ? countSegments(run) : 1;
  }
  return words;
}
