import { expect, test } from 'vitest';
import { firstSlices } from './first-slices.ts';

const chapter = { paragraphIds: Array.from({ length: 500 }, (_, index) => index + 1) };
const at = (paragraph: number | null, progress = 40) => {
  const position = paragraph === null ? null : { paragraph, offset: 0, version: 1 };
  const { first, last } = firstSlices(chapter, { position, progress });
  return [first, last];
};

test('a long chapter opens with what leads to the saved position', () => {
  expect(at(null, 0)).toEqual([0, 0]);
  expect(at(1)).toEqual([0, 0]);
  expect(at(20)).toEqual([0, 1]);
  expect(at(220)).toEqual([0, 7]);
  expect(at(215)).toEqual([0, 7]);
  expect(at(500)).toEqual([0, 16]);
});

test('where the paragraph has gone, all of it is rendered for the share that was read', () => {
  expect(at(9999)).toEqual([0, 16]);
  expect(at(null)).toEqual([0, 16]);
  expect(firstSlices({ paragraphIds: [] }, { position: null, progress: 0 })).toMatchObject({
    first: 0,
    last: 0,
  });
});
