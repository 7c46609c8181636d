import type { Volume } from '@inkling/contract/volumes';
import { describe, expect, test } from 'vitest';
import { dropOf, type Move, numberBefore, stepOf, volumesAfter } from './moves.ts';

/** Chapter 1 before the volumes, A has 2 and 3, B is empty, C has 4 and 5. */
const volumes: Volume[] = [
  { _id: 'A', title: 'A', order: 1, firstChapter: 2, chapterCount: 2 },
  { _id: 'B', title: 'B', order: 2, firstChapter: null, chapterCount: 0 },
  { _id: 'C', title: 'C', order: 3, firstChapter: 4, chapterCount: 2 },
];
const step = (number: number, by: -1 | 1) => {
  const move = stepOf(volumes, 5, { chapter: 'x', number, by });
  return move && [move.to, move.volume];
};

describe('moving a chapter by one step', () => {
  test('passes a chapter within a volume, and enters the neighboring volume at the edge', () => {
    expect(step(3, -1)).toEqual([2, 'A']);
    expect(step(2, -1)).toEqual([2, null]);
    expect(step(1, -1)).toBeNull();
    expect(step(1, 1)).toEqual([1, 'A']);
    expect(step(3, 1)).toEqual([3, 'B']);
    expect(step(4, -1)).toEqual([4, 'B']);
    expect(step(5, 1)).toBeNull();
  });

  test('steps down and up again lead back, through every volume', () => {
    const moves: Move[] = [];
    const places: [number, string | null][] = [];
    let number = 1;
    for (const by of [1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1] as const) {
      const move = stepOf(volumesAfter(volumes, 5, moves), 5, { chapter: 'x', number, by });
      if (move === null) throw new Error('The list ended early.');
      moves.push(move);
      number = move.to;
      places.push([move.to, move.volume]);
    }
    expect(places.slice(0, 7)).toEqual([
      [1, 'A'],
      [2, 'A'],
      [3, 'A'],
      [3, 'B'],
      [3, 'C'],
      [4, 'C'],
      [5, 'C'],
    ]);
    expect(places.at(-1)).toEqual([1, null]);
    expect(volumesAfter(volumes, 5, moves)).toEqual(volumes);
  });
});

test('a dropped chapter gets the volume of the chapter that it is dropped on', () => {
  const drop = (from: number, target: number, edge: 'above' | 'below') => {
    const { to, volume } = dropOf(volumes, 5, { chapter: 'x', from, target, edge });
    return [to, volume];
  };
  expect(drop(5, 2, 'above')).toEqual([2, 'A']);
  expect(drop(5, 3, 'below')).toEqual([4, 'A']);
  expect(drop(1, 3, 'below')).toEqual([3, 'A']);
  expect(drop(1, 4, 'above')).toEqual([3, 'C']);
});

test('the list shows moves before they are saved', () => {
  const moves: Move[] = [
    { chapter: 'e', from: 5, to: 1, volume: null },
    { chapter: 'b', from: 3, to: 4, volume: 'C' },
  ];
  const before = ['a', 'b', 'c', 'd', 'e'];
  const shown = [1, 2, 3, 4, 5].map((number) => before[numberBefore(moves, number) - 1]);
  expect(shown).toEqual(['e', 'a', 'c', 'b', 'd']);
  expect(
    volumesAfter(volumes, 5, moves).map(({ firstChapter, chapterCount }) => [firstChapter, chapterCount]),
  ).toEqual([
    [3, 1],
    [null, 0],
    [4, 2],
  ]);
});
