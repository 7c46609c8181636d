import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternOf } from './find-pattern.ts';

const found = (text: string, query: string, options: { matchCase?: boolean; wholeWords?: boolean } = {}) => {
  const pattern = patternOf(query, { matchCase: false, wholeWords: false, ...options });
  return pattern === null ? [] : Array.from(text.matchAll(pattern), ([match]) => match);
};

test('case and word borders count on request', () => {
  expect(found('Rain, rain, Ärger, trains', 'rain')).toEqual(['Rain', 'rain', 'rain']);
  expect(found('Rain, rain', 'rain', { matchCase: true })).toEqual(['rain']);
  expect(found('Rain, trains', 'rain', { wholeWords: true })).toEqual(['Rain']);
  expect(found('ärger Ärger Verärgerung', 'ärger', { wholeWords: true })).toEqual(['ärger', 'Ärger']);
});

test('quotation marks, apostrophes, spaces and ellipses match in every form', () => {
  expect(found('“Don’t…” «\u202Foui\u202F»', '"don\'t..."')).toEqual(['“Don’t…”']);
  expect(found('“Don’t…” «\u202Foui\u202F»', '" oui "')).toEqual(['«\u202Foui\u202F»']);
});

test('nothing in a query is a command', () => {
  expect(found('a.b (c) [d] \\ ^ $ | a+ {2} /x-y/', '.')).toEqual(['.']);
  expect(found('a', '')).toEqual([]);
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 8 }), (query) => {
      const text = query.normalize('NFC');
      expect(found(text, query, { matchCase: true })?.[0]).toBe(text);
    }),
    { numRuns: 1000 },
  );
});
