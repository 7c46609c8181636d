import { expect, test } from 'vitest';
import { noFilters } from '../stories/filters/story-filters.ts';
import { addressOf, countLabel, pagesOf, searchIn } from './search-state.ts';
import { isSearchable, searchTextOf } from './search-types.ts';

const read = (query: string) => searchIn(new URLSearchParams(query));

test('missing or invalid parts of an address get their defaults, and defaults are not written', () => {
  const usual = { q: '', type: 'all', sortBy: 'relevance', filters: noFilters, page: 1 };
  expect(read('')).toEqual(usual);
  expect(
    read('type=toString&sortBy=best&page=1.5&audience=adults&notWarnings=x&minWords=-3&minChapters=1e9'),
  ).toEqual(usual);
  for (const page of ['0', '-1', '10001', 'x', '1e9']) expect(read(`page=${page}`).page).toBe(1);
  expect(addressOf(read(''))).toEqual({});
});

test('an address that is written is read as the same search', () => {
  const state = read(
    'q=half+a%26lamp&type=chapters&sortBy=newest&genres=Sci-Fi&page=3&minChapters=10&audience=teen&notWarnings=gore,death',
  );
  expect(state).toEqual({
    q: 'half a&lamp',
    type: 'chapters',
    sortBy: 'newest',
    filters: {
      ...noFilters,
      genres: { include: ['Sci-Fi'], exclude: [] },
      audience: { include: ['teen'], exclude: [] },
      warnings: { include: [], exclude: ['death', 'gore'] },
      minChapters: 10,
    },
    page: 3,
  });
  expect(searchIn(new URLSearchParams(addressOf(state)))).toEqual(state);
});

test('characters count, not spaces around them or code units', () => {
  expect(searchTextOf('  a \n b ')).toBe('a b');
  expect(['', ' a ', '😀', '\t'].map(isSearchable)).toEqual([false, false, false, false]);
  expect(['ab', '猫の', ' ab '].map(isSearchable)).toEqual([true, true, true]);
});

test('everything has as many pages as the type with the most results', () => {
  const counts = { stories: 41, users: 0, chapters: 20, communities: 0 };
  expect(pagesOf('all', counts)).toBe(3);
  expect(pagesOf('chapters', counts)).toBe(1);
  expect(pagesOf('users', counts)).toBe(0);
});

test('a count has a plus sign only if a type was not counted to its end', () => {
  const counts = { stories: 150, users: 90, chapters: 0, communities: 0 };
  expect([countLabel('all', counts), countLabel('stories', counts)]).toEqual(['240', '150']);
  const limited = { ...counts, chapters: 200 };
  expect([countLabel('all', limited), countLabel('chapters', limited), countLabel('users', limited)]).toEqual(
    ['440+', '200+', '90'],
  );
});
