import fc from 'fast-check';
import { expect, test } from 'vitest';
import { segmentsOf } from './marked-text.tsx';

const marked = (text: string, matches: [number, number][]) =>
  segmentsOf({ text, matches }).map((segment) => (segment.isMatch ? `[${segment.text}]` : segment.text));

test('a text is cut at its matches', () => {
  expect(marked('Half a Lamp', [[7, 11]])).toEqual(['Half a ', '[Lamp]']);
  expect(
    marked('lamp, lamp', [
      [0, 4],
      [6, 10],
    ]),
  ).toEqual(['[lamp]', ', ', '[lamp]']);
  expect(marked('', [])).toEqual([]);
});

test('whatever the ranges, the text stays the same', () => {
  const range = fc.tuple(fc.nat(30), fc.nat(30));
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.array(range), (text, matches) => {
      const segments = segmentsOf({ text, matches });
      expect(segments.map((segment) => segment.text).join('')).toBe(text);
      expect(new Set(segments.map(({ at }) => at)).size).toBe(segments.length);
    }),
    { numRuns: 1000 },
  );
});
