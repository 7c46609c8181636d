import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Choice,
  type DiscoverSort,
  type DiscoverView,
  type FilterName,
  filterNames,
  formatView,
  parseView,
  queryOf,
  sortNames,
  stateOf,
  withState,
} from './story-filters.ts';

/** Values that a filter can have. */
const values: Record<FilterName, fc.Arbitrary<string>> = {
  genres: fc.constantFrom(
    'Fantasy',
    'Sci-Fi',
    'Slice of Life',
    '01890000-0000-7000-8000-000000000000',
    'LGBTQ+',
  ),
  status: fc.constantFrom('ongoing', 'completed', 'coming_soon'),
  length: fc.constantFrom('short', 'medium', 'long'),
  language: fc.constantFrom('en', 'pt', 'yue'),
  updated: fc.constantFrom('day', 'week', 'month', 'year'),
  published: fc.constantFrom('day', 'week', 'month', 'year'),
  tags: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
    .map((text) => text.replace(/[,#]/g, '').replace(/\s+/g, ' ').trim())
    .filter((text) => text !== ''),
  audience: fc.constantFrom('everyone', 'teen', 'mature'),
  warnings: fc.constantFrom('gore', 'death', 'self-harm'),
};

/** A view as a reader makes one: by including and excluding one value after the other. */
const view: fc.Arbitrary<DiscoverView> = fc
  .record({
    search: fc.constantFrom('', 'ab', 'the lamp', '50% + more', '“é” & #1', '日本'),
    sort: fc.constantFrom(...(Object.keys(sortNames) as DiscoverSort[])),
    steps: fc.array(
      fc
        .constantFrom(...filterNames)
        .chain((name) =>
          fc.tuple(fc.constant(name), values[name], fc.constantFrom('include' as const, 'exclude' as const)),
        ),
      { maxLength: 12 },
    ),
    minChapters: fc.constantFrom(0, 1, 10_000),
    minWords: fc.constantFrom(0, 5000),
    minRating: fc.constantFrom(0, 4),
  })
  .map(({ search, sort, steps, minChapters, minWords, minRating }) => {
    const { filters } = parseView('');
    for (const [name, value, state] of steps) filters[name] = withState(filters[name], name, value, state);
    return { search, sort, filters: { ...filters, minChapters, minWords, minRating } };
  });

test('a view survives its address', () => {
  fc.assert(
    fc.property(view, (shown) => {
      const address = formatView(shown);
      expect(parseView(address)).toEqual(shown);
      expect(new URL(address, 'https://x.example/discover').search).toBe(address);
      // The call takes the same parameters.
      const parameters = new URLSearchParams(address);
      expect(Object.fromEntries(parameters)).toEqual(queryOf(shown));
    }),
    { numRuns: 2000 },
  );
});

test('any text can be read as an address, and each view has one canonical address', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...filterNames, 'notTags', 'sort', 'search', 'x'), fc.string())),
      (parameters) => {
        const address = formatView(parseView(new URLSearchParams(parameters).toString()));
        expect(formatView(parseView(address))).toBe(address);
      },
    ),
    { numRuns: 2000 },
  );
});

test('an address is readable, in a stable order, and without defaults', () => {
  expect(formatView(parseView(''))).toBe('');
  expect(
    formatView(
      parseView('?sort=-lastUpdated&notTags=slow+burn&genres=Sci-Fi,Fantasy&status=completed,,ongoing'),
    ),
  ).toBe('?genres=Fantasy,Sci-Fi&status=completed,ongoing&notTags=slow+burn');
});

test('a bad value is left out and the rest is kept', () => {
  const shown = parseView(
    '?status=lost,completed&length=huge&language=english,AR&sort=best&search=a&genres=Fantasy',
  );
  expect(formatView(shown)).toBe('?genres=Fantasy&status=completed&language=ar');
});

test('a value is included or excluded, never both; spellings of a tag are the same', () => {
  const [include, exclude] = [
    ['Dragons', 'dragons', 'Élan'],
    ['DRAGONS', 'ferry'],
  ];
  const { tags } = parseView(`?tags=${include}&notTags=${exclude}`).filters;
  expect(tags).toEqual({ include: ['Dragons', 'Élan'], exclude: ['ferry'] });
  expect(stateOf(tags, 'tags', 'élan')).toBe('include');
  const after: Choice = withState(tags, 'tags', 'élan', 'exclude');
  expect(after).toEqual({ include: ['Dragons'], exclude: ['élan', 'ferry'] });
  expect(withState(after, 'tags', 'ÉLAN', null).exclude).toEqual(['ferry']);
});
