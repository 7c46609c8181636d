import { expect, test } from 'vitest';
import { isSpoilerFor, isStoryAhead } from './chapters.present.ts';

const [author, writer, reader] = [{ id: 'author' }, { id: 'writer' }, { id: 'reader' }];
const day = (of: number) => new Date(Date.UTC(2026, 0, of));

test('a text about what a viewer has not reached is folded for all but its writer and the story’s author', () => {
  const text = { isAhead: true, authorId: author.id, writerId: writer.id };
  const foldedFor = (isAhead: boolean) =>
    [null, reader, writer, author].map((viewer) => isSpoilerFor(viewer, { ...text, isAhead }));
  expect(foldedFor(true)).toEqual([true, true, false, false]);
  expect(foldedFor(false)).toEqual([false, false, false, false]);
  expect(isSpoilerFor(writer, { ...text, writerId: null })).toBe(true);
});

test('a text about the whole story is ahead of readers who have not finished it and had not caught up by then', () => {
  const at = day(10);
  expect(isStoryAhead({ isFinished: false, caughtUpAt: null }, at)).toBe(true);
  expect(isStoryAhead({ isFinished: true, caughtUpAt: null }, at)).toBe(false);
  expect(isStoryAhead({ isFinished: false, caughtUpAt: day(9) }, at)).toBe(true);
  expect(isStoryAhead({ isFinished: false, caughtUpAt: day(10) }, at)).toBe(false);
});
