/** Scripts that are written without spaces between words: there the segmenter finds them. */
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
 * Words of a text: runs between white space; in scripts without spaces, what the segmenter calls words. The
 * server's rule and the editor's live count are this one function (docs/product.md §3.5).
 */
export function countWords(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(/\S+/g)) {
    if (run === '***') continue;
    words += withoutSpaces.test(run) ? countSegments(run) : 1;
  }
  return words;
}
