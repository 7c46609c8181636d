import { chaptersPerPage } from '@inkling/contract/limits';
import { describe, expect, test } from 'vitest';
import { chaptersOfFold, foldName, foldSize, foldsOf, isInFold } from './folds.ts';

const chapters = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ chapterNumber: first + index }));

describe('folds of a long list', () => {
  test('every chapter is in exactly one fold, in either order', () => {
    for (const total of [0, 1, 49, 50, 51, 250, 300]) {
      for (const newestFirst of [false, true]) {
        const folds = foldsOf(total, newestFirst);
        for (const { chapterNumber } of chapters(1, total))
          expect(folds.filter((fold) => isInFold(fold, chapterNumber))).toHaveLength(1);
        expect(folds.every(({ first, last }) => last - first < foldSize)).toBe(true);
      }
    }
  });

  test('newest first begins with the last chapter', () => {
    const folds = foldsOf(120, true);
    expect(folds[0]).toEqual({ first: 101, last: 120, volume: null });
    expect(folds.map((fold) => foldName(fold, true))).toEqual([
      'Chapters 120–101',
      'Chapters 100–51',
      'Chapters 50–1',
    ]);
    expect(foldName({ first: 51, last: 51 }, false)).toBe('Chapter 51');
  });

  test('each volume has folds of its own; chapters before the first one too, empty volumes none', () => {
    const volume = (title: string, firstChapter: number | null, chapterCount: number) => ({
      _id: title,
      title,
      order: 1,
      firstChapter,
      chapterCount,
    });
    const volumes = [volume('A', 4, 60), volume('Empty', null, 0), volume('B', 64, 2)];
    const shown = (newestFirst: boolean) =>
      foldsOf(65, newestFirst, volumes).map(({ first, last, volume: of }) => [of?.title, first, last]);
    const inOrder = [
      [undefined, 1, 3],
      ['A', 4, 53],
      ['A', 54, 63],
      ['B', 64, 65],
    ];
    expect(shown(false)).toEqual(inOrder);
    expect(shown(true)).toEqual(inOrder.toReversed());
    expect(foldsOf(2, false, [volume('A', 1, 2)])).toHaveLength(1);
  });

  test('a page of the list has whole folds', () => {
    expect(chaptersPerPage % foldSize).toBe(0);
  });

  test('a fold is complete only if all of its chapters are known', () => {
    const fold = { first: 51, last: 100 };
    expect(chaptersOfFold(fold, [])).toBeUndefined();
    expect(chaptersOfFold(fold, chapters(52, 200))).toBeUndefined();
    expect(chaptersOfFold(fold, chapters(1, 99))).toBeUndefined();
    expect(chaptersOfFold(fold, chapters(1, 200))).toEqual(chapters(51, 100));
  });
});
