import { expect, test } from 'vitest';
import { firstSlices } from './first-slices.ts';

const ids = Array.from({ length: 500 }, (_, index) => index + 1);
const chapterOf = (line: string) => ({ content: ids.map(() => line).join('\n'), paragraphIds: ids });
const at = (paragraph: number | null, progress = 40, line = 'x'.repeat(100)) => {
  const position = paragraph === null ? null : { paragraph, offset: 0, version: 1 };
  const { first, last } = firstSlices(chapterOf(line), { position, progress });
  return [first, last];
};

test('a long chapter opens with what leads to the saved position', () => {
  expect(at(20)).toEqual([0, 4]);
  expect(at(220)).toEqual([0, 24]);
  expect(at(222)).toEqual([0, 25]);
  expect(at(500)).toEqual([0, 49]);
});

test('after the saved position comes more than a screen, of long lines or short ones', () => {
  expect(at(221, 40, 'x'.repeat(400))).toEqual([0, 24]);
  expect(at(221, 40, 'a verse')).toEqual([0, 26]);
});

test('at its beginning it opens with a screen, of long lines or short ones', () => {
  expect(at(null, 0)).toEqual([0, 2]);
  expect(at(1)).toEqual([0, 2]);
  expect(at(1, 40, 'x'.repeat(400))).toEqual([0, 0]);
  expect(at(null, 0, 'x'.repeat(40_000))).toEqual([0, 0]);
  expect(at(null, 0, '')).toEqual([0, 4]);
});

test('where the paragraph has gone, all of it is rendered for the share that was read', () => {
  expect(at(9999)).toEqual([0, 49]);
  expect(at(null)).toEqual([0, 49]);
  const short = (content: string, paragraphIds: (number | null)[]) =>
    firstSlices({ content, paragraphIds }, { position: null, progress: 0 });
  expect(short('', [])).toEqual({ first: 0, last: 0, count: 1 });
  expect(short('one\ntwo', [1, 2])).toEqual({ first: 0, last: 0, count: 1 });
});
