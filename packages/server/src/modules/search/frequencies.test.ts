import { describe, expect, test } from 'vitest';
import { shareOf } from './frequencies.ts';
import { parseQuery } from './parse-query.ts';
import { termsOf } from './query-forms.ts';

describe('the share of texts that match', () => {
  const frequencies = {
    shares: new Map(Object.entries({ lamp: 0.5, lamps: 0.25, bell: 0.01 })),
    others: 0.002,
  };
  const share = (q: string, isPrefix = false) =>
    shareOf(
      termsOf(
        parseQuery(q).map((part) => ({ ...part, isPrefix })),
        new Map([['english', new Map([['lamps', 'lamp']])]]),
      ),
      frequencies,
    );

  test.each([
    ['lamp', false, 0.5],
    ['lamps', false, 0.75],
    ['lamp bell', false, 0.012],
    ['bell unheard', false, 0.004],
    ['lam', true, 0.752],
    ['"lamp bell"', false, 0.01],
  ])('of %s is that of its rarest word, or of both as one', (q, isPrefix, expected) => {
    expect(share(q, isPrefix)).toBeCloseTo(expected, 6);
  });

  test('is none without statistics', () => {
    expect(shareOf(termsOf(parseQuery('lamp'), new Map()), undefined)).toBe(0);
  });
});
