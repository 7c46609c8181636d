import fc from 'fast-check';
import { expect, test } from 'vitest';
import { highlightColors } from './colors.ts';
import { layersOf } from './paint.ts';
import { segmentsOf } from './segments.ts';

const stretch = fc.record({
  from: fc.nat(60),
  to: fc.nat(60),
  color: fc.constantFrom(...highlightColors),
});

test('overlapping highlights are cut into parts, each with the colors that cover it', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 12 }), (list) => {
      const ranked = list.map((one, rank) => ({ ...one, rank }));
      const segments = segmentsOf(ranked);
      for (let at = 0; at < 61; at += 1) {
        const covering = ranked
          .filter(({ from, to }) => from <= at && at < to)
          .toReversed()
          .map(({ color }) => color);
        const here = segments.filter(({ from, to }) => from <= at && at < to);
        expect(here.length).toBe(covering.length > 0 ? 1 : 0);
        expect(here[0]?.colors ?? []).toEqual(covering);
      }
    }),
    { numRuns: 500 },
  );
});

test('of two that overlap, the later is in front and the earlier shows as a line', () => {
  const mark = { kind: 'highlight', isFailed: false } as const;
  const layers = layersOf([
    { ...mark, from: 0, to: 10, color: 'yellow' },
    { ...mark, from: 5, to: 15, color: 'blue' },
    { ...mark, kind: 'bookmark', from: 2, to: 4, color: 'yellow' },
    { ...mark, from: 8, to: 9, color: 'pink', isFailed: true },
  ]);
  expect(Object.fromEntries(layers)).toEqual({
    'highlight-yellow': [{ from: 0, to: 5 }],
    'highlight-blue': [
      { from: 5, to: 8 },
      { from: 9, to: 15 },
    ],
    'highlight-pink': [{ from: 8, to: 9 }],
    'overlap-yellow': [
      { from: 5, to: 8 },
      { from: 9, to: 10 },
    ],
    'overlap-blue': [{ from: 8, to: 9 }],
    'overlap-more': [{ from: 8, to: 9 }],
    'passage-bookmark': [{ from: 2, to: 4 }],
    'unsaved-annotation': [{ from: 8, to: 9 }],
  });
});
