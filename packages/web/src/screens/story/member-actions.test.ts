import type { ListedChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { idOf } from '../../testing/fixtures.ts';
import { readLabel } from './member-actions.tsx';

const chapter = (number: number, title: string): ListedChapter => ({
  _id: idOf(number),
  story: idOf(90),
  title,
  chapterNumber: number,
  order: number,
  volume: null,
  wordCount: 300,
  isPublished: true,
  isExclusive: false,
  authorNotes: '',
  likes: 0,
  comments: 0,
  version: 1,
  publishedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

test('the button says whether the reader starts, continues with which chapter, or reads a finished story again', () => {
  const chapters = [chapter(1, 'Prologue'), chapter(2, 'The Bell')];
  const begun = {
    ...{ chapters, isCompleted: false, newChapters: 0, lastChapterRead: idOf(1), continueWith: idOf(1) },
  };
  const finished = { ...begun, isCompleted: true, lastChapterRead: null, continueWith: null };
  expect(
    [
      undefined,
      { ...begun, lastChapterRead: null, continueWith: null },
      begun,
      // The first was read to its end.
      { ...begun, continueWith: idOf(2) },
      { ...begun, continueWith: idOf(3) },
      finished,
      // A chapter has come since.
      { ...finished, newChapters: 1, lastChapterRead: idOf(1), continueWith: idOf(2) },
    ].map(readLabel),
  ).toEqual([
    'Read',
    'Start Reading',
    'Continue with Prologue',
    'Continue with Chapter 2',
    'Continue Reading',
    'Read again',
    'Continue with Chapter 2',
  ]);
});
