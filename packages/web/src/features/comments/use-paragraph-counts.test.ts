import { expect, test } from 'vitest';
import { inBatches, nearest } from './paragraph-comments.tsx';

test('the paragraphs in view are requested first, then those around them', () => {
  const asked = nearest([500, 501], 1000);
  expect(asked.slice(0, 2)).toEqual([500, 501]);
  expect([Math.min(...asked), Math.max(...asked), asked.length]).toEqual([480, 580, 101]);
  expect(nearest([0], 3)).toEqual([0, 1, 2]);
});

test('after a jump, neither the place left nor the one jumped to is dropped', () => {
  const asked = nearest([0, 900], 1000);
  expect(asked).toEqual(expect.arrayContaining([0, 79, 880, 979]));
  expect(asked).not.toContain(400);
  const many = nearest([0, 200, 400, 600, 800], 1000);
  const batches = inBatches(many);
  expect(batches.flat()).toEqual(many);
  expect(batches.map(({ length }) => length)).toEqual([200, 200, 80]);
});
