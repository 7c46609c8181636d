import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxPassageNumber, readPassage, withPassage } from './passage-link.ts';

const number = (min: number) => fc.integer({ min, max: maxPassageNumber });

test('a link names the passage that it was made from', () => {
  const passages = fc
    .record({ version: number(1), paragraph: number(1), from: number(0), to: number(0) })
    .filter(({ from, to }) => to > from);
  fc.assert(
    fc.property(passages, (passage) => {
      const { search } = new URL(withPassage('/story/a/chapter/b', passage), 'https://inkling.example');
      expect(readPassage(new URLSearchParams(search))).toEqual(passage);
      expect(readPassage(new URLSearchParams(`fbclid=x&${search.slice(1)}&to=9&utm=1`))).toEqual(passage);
    }),
  );
});

test.each([
  '',
  'v=1&p=1&from=0',
  'v=0&p=1&from=0&to=5',
  'v=1&p=0&from=0&to=5',
  'v=1&p=1&from=5&to=5',
  'v=1&p=1&from=-1&to=5',
  'v=1&p=1&from=0&to=2147483648',
  'v=1&p=1&from=0&to=99999999999999999999',
  'v=1&p=1&from=0&to=5.5',
  'v=1&p=1&from=0&to=0x9',
  'v=1&p=1&from=0&to=5 ',
  'v=1e3&p=1&from=0&to=5',
  'v=１&p=1&from=0&to=5',
  'V=1&P=1&FROM=0&TO=5',
])('%s names no passage', (query) => {
  expect(readPassage(new URLSearchParams(query))).toBeNull();
});
