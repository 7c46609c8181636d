import { expect, test } from 'vitest';
import { entryLabel, readLabel } from './entry-label.ts';
import { newChaptersLabel, wholePercent } from './read-label.ts';

test('a story without progress is not read yet, or not started once it was opened', () => {
  expect(readLabel({ lastRead: null, progress: 0, finishedAt: null })).toBe('Not read yet');
  expect(readLabel({ lastRead: new Date().toISOString(), progress: 0, finishedAt: null })).toBe(
    'Not started',
  );
  expect(readLabel({ lastRead: new Date().toISOString(), progress: 1, finishedAt: null })).toBe('Just now');
});

test('a finished story says when it was finished, in place of when it was last read', () => {
  const lastRead = new Date().toISOString();
  const finishedAt = '2026-03-04T12:00:00Z';
  expect(readLabel({ lastRead, progress: 100, finishedAt })).toMatch(/^Finished .*2026/);
});

test('new chapters are counted from two on', () => {
  expect(newChaptersLabel(1)).toBe('New chapter');
  expect(newChaptersLabel(4)).toBe('4 new chapters');
});

test('a story that is not read to its end is never at 100 percent', () => {
  expect(wholePercent(99.97)).toBe(99);
  expect(wholePercent(100)).toBe(100);
});

test('a story that was set aside says so first, and how long it was read last', () => {
  const lastRead = new Date().toISOString();
  expect(entryLabel({ lastRead, progress: 5, status: 'on_hold', secondsRead: 0, finishedAt: null })).toBe(
    'On hold · Just now',
  );
  expect(
    entryLabel({ lastRead: null, progress: 0, status: 'dropped', secondsRead: 59, finishedAt: null }),
  ).toBe('Dropped · Not read yet');
  expect(entryLabel({ lastRead, progress: 5, status: 'reading', secondsRead: 4800, finishedAt: null })).toBe(
    'Just now · read for 1 h 20 min',
  );
});
