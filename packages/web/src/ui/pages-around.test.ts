import { expect, test } from 'vitest';
import { pagesAround } from './numbered-pager.tsx';

test('at most five page numbers are shown, with the current page in the middle where possible', () => {
  expect(pagesAround(1, 1)).toEqual([1]);
  expect(pagesAround(2, 3)).toEqual([1, 2, 3]);
  expect(pagesAround(1, 9)).toEqual([1, 2, 3, 4, 5]);
  expect(pagesAround(5, 9)).toEqual([3, 4, 5, 6, 7]);
  expect(pagesAround(9, 9)).toEqual([5, 6, 7, 8, 9]);
});
