import { expect, test } from 'vitest';
import { bookmarkOf, highlightOf } from '../../testing/annotations.tsx';
import { bookmarkTitle, describe } from './describe.ts';

const text = 'The lamp was lit before the boat came in, and  it stayed lit until the morning.';
const titleOf = (words: string, changes: object) => bookmarkTitle(bookmarkOf(1, text, words, changes));

test('a title that repeats the words is left out', () => {
  expect(titleOf('the boat came', { title: 'the boat came' })).toBeNull();
  expect(titleOf(text, { title: 'The lamp was lit before the boat came in, and it s...' })).toBeNull();
  expect(titleOf('lit until', { title: 'stayed lit', originalText: 'stayed lit' })).toBeNull();
});

test('a title of one’s own is not, nor words that are gone', () => {
  expect(titleOf('the boat came', { title: 'the boat' })).toBe('the boat');
  expect(titleOf('the boat came', { title: 'Look here...' })).toBe('Look here...');
  expect(titleOf('the boat came', { title: 'a ship came' })).toBe('a ship came');
  expect(titleOf('the boat came', { title: '' })).toBe('Untitled Bookmark');
});

test('an annotation is called by kind, title and words', () => {
  expect(describe({ kind: 'bookmark', ...bookmarkOf(1, text, 'boat', { title: 'boat' }) })).toBe(
    'Bookmark: “boat”',
  );
  expect(describe({ kind: 'bookmark', ...bookmarkOf(1, text, 'boat', { title: 'At sea' }) })).toBe(
    'Bookmark At sea: “boat”',
  );
  expect(describe({ kind: 'highlight', ...highlightOf(1, text, 'boat', { note: 'Whose?' }) })).toBe(
    'Yellow highlight: “boat”, with a note',
  );
});
