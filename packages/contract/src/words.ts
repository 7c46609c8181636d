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
const letter = /[\p{L}\p{N}]/u;

function countRuns(text: string): number {
  let words = 0;
  for (const [run] of text.matchAll(runs)) {
    if (withoutSpaces.test(run)) words += countSegments(run);
    else if (letter.test(run)) words += 1;
  }
  return words;
}

/** Scripts up to Hebrew, Arabic and Devanagari, and punctuation: each character of them is what it is alone. */
const [simpleLetters, simpleSigns, signsFrom] = [0xe00, 0x2070, 0x2000];
const [sign, part, space] = [0, 1, 2];

const kinds = Uint8Array.from({ length: simpleSigns }, (_, code) => {
  const one = String.fromCharCode(code);
  return letter.test(one) ? part : /[\s\u2012-\u2015]/.test(one) ? space : sign;
});

/** The words of a text of simple characters; null for any other, and for marks beside a hyphen, which may make a dash. */
function countSimple(content: string): number | null {
  let words = 0;
  let isInside = false;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    if (code >= simpleSigns || (code >= simpleLetters && code < signsFrom)) return null;
    const kind = kinds[code];
    if (kind === part) {
      if (!isInside) words += 1;
      isInside = true;
    } else if (kind === space) isInside = false;
    else if (code === 0x2d) {
      const next = content[at + 1];
      if (next === '-') isInside = false;
      else if (next === '*' || next === '\\' || next === '\u2060') return null;
    }
  }
  return words;
}

/**
 * Counts the words of a chapter's content as readers see it: runs with a letter or digit between white space and
 * dashes; in scripts without spaces, the words of the segmenter. The server and the editor's live count share this
 * function (docs/product/chapters.md#words).
 */
export const countWords = (content: string): number => countSimple(content) ?? countRuns(plainText(content));
