import type { ListedChapter } from '@inkling/contract/chapters';
import { expect, test } from 'vitest';
import { idOf } from '../../testing/fixtures.ts';
import { mainLink } from './member-actions.tsx';

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
    ...{ total: 2, readable: { chapters: 2, words: 600 } },
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
    ].map((own) => mainLink(idOf(90), own).children),
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

test('the button leads to the plans while the reader may read none of the chapters', () => {
  const own = { chapters: [chapter(1, 'One')], isCompleted: false, newChapters: 0, total: 1 };
  const places = { lastChapterRead: null, continueWith: null };
  const link = (chapters: number) =>
    mainLink(idOf(90), { ...own, ...places, readable: { chapters, words: 0 } });
  expect(link(1)).toEqual({ to: `/reading/${idOf(90)}`, children: 'Start Reading' });
  expect(link(0)).toEqual({ to: { pathname: '/store', hash: 'subscriptions' }, children: 'See plans' });
});
