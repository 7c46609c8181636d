import fc from 'fast-check';
import { expect, test } from 'vitest';
import { textFinder } from './text-finder.ts';

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 400 });

test('finds what indexOf finds', () => {
  fc.assert(
    fc.property(text, fc.nat(400), fc.nat(120), fc.nat(420), (whole, start, length, from) => {
      const pattern = whole.slice(start, start + length);
      expect(textFinder(pattern)(whole, from)).toBe(whole.indexOf(pattern, from));
    }),
  );
  fc.assert(fc.property(text, text, (whole, one) => textFinder(one)(whole) === whole.indexOf(one)));
});

test('takes no longer for texts that repeat a character', () => {
  const before = performance.now();
  expect(textFinder(`aaaaaaaaab${'a'.repeat(200_000)}`)('a'.repeat(600_000))).toBe(-1);
  expect(performance.now() - before).toBeLessThan(1_000);
});
