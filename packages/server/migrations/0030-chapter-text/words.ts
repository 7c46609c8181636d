import { parseInline } from './inline.ts';

/** A copy of the rules at the time of this migration: counts the words of a text in the new format. */

const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function countSegments(run: string): number {
  let words = 0;
  for (const { isWordLike } of segmenter.segment(run)) if (isWordLike) words += 1;
  return words;
}

const shown = (line: string): string =>
  parseInline(line.startsWith('\\|') ? line.slice(1) : line)
    .map(({ text }) => text)
    .join('');

export function countWords(content: string): number {
  let words = 0;
  for (const line of content.split('\n')) {
    for (const [run] of shown(line).matchAll(/\S+/g)) {
      if (run !== '***') words += withoutSpaces.test(run) ? countSegments(run) : 1;
    }
  }
  return words;
}
