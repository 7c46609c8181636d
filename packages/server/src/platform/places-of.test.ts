import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placesOf } from './texts.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 400 });

test('finds all places that indexOf finds, overlapping ones too', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(400),
      fc.integer({ min: 1, max: 120 }),
      fc.nat(420),
      (whole, start, length, from) => {
        const pattern = whole.slice(start, start + length) || 'a';
        const expected: number[] = [];
        for (let at = whole.indexOf(pattern, from); at >= 0; at = whole.indexOf(pattern, at + 1))
          expected.push(at);
        expect([...placesOf(pattern, whole, from)]).toEqual(expected);
      },
    ),
  );
});

// With indexOf, this takes minutes.
test('searches texts that repeat a character', () => {
  const whole = 'a'.repeat(600_000);
  expect([...placesOf(`aaaaaaaaab${'a'.repeat(200_000)}`, whole)]).toEqual([]);
  expect([...placesOf('a'.repeat(200_000), whole)]).toHaveLength(400_001);
});
