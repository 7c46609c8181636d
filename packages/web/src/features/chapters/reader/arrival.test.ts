import { expect, test } from 'vitest';
import { readsOn } from '../../../screens/reading/use-jumps.ts';

const chapters = [1, 2, 3, 4].map((chapterNumber) => ({ _id: `c${chapterNumber}`, chapterNumber }));
const nextUnread = { _id: 'c3', title: 'Three', chapterNumber: 3 };
const begun = { lastChapterRead: 'c2', continueWith: 'c3', nextUnread, isCompleted: false, chapters };
const where = (known: Parameters<typeof readsOn>[0]) =>
  chapters.map(({ _id }) => _id).filter((id) => readsOn(known, id));

test('a reader reads on at their place and in the next unread chapter, and only looks elsewhere', () => {
  expect(where(begun)).toEqual(['c2', 'c3']);
});

test('a story that was not begun is begun with its first chapter', () => {
  const none = { lastChapterRead: null, continueWith: null, nextUnread: null, isCompleted: false, chapters };
  expect(where(none)).toEqual(['c1']);
  expect(where({ ...none, nextUnread: { ...nextUnread, _id: 'c2' } })).toEqual(['c2']);
});

test('a story read to its end is only looked at, but for a new chapter', () => {
  const finished = { ...begun, lastChapterRead: null, continueWith: null, isCompleted: true };
  expect(where({ ...finished, nextUnread: null })).toEqual([]);
  expect(where(finished)).toEqual(['c3']);
});
