import { expect, test } from 'vitest';
import { idOf } from '../../testing/fixtures.ts';
import { readLabel } from './member-actions.tsx';

test('the button says whether the reader starts, continues, or reads a finished story again', () => {
  const begun = { isCompleted: false, newChapters: 0, lastChapterRead: idOf(1) };
  const finished = { isCompleted: true, newChapters: 0, lastChapterRead: null };
  expect(
    [
      undefined,
      { ...begun, lastChapterRead: null },
      begun,
      finished,
      // A chapter has come since.
      { ...finished, newChapters: 1, lastChapterRead: idOf(2) },
    ].map(readLabel),
  ).toEqual(['Read', 'Start Reading', 'Continue Reading', 'Read again', 'Continue Reading']);
});
