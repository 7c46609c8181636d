import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newId, timeOfId } from './new-id.ts';
import { chosenId } from './text.ts';

test('new ids are UUIDv7 of their time, in the order of their times', () => {
  const time = fc.integer({ min: 0, max: 2 ** 47 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      const [first, second] = [newId(one), newId(other)];
      expect(chosenId.parse(first)).toBe(first);
      expect(timeOfId(first)).toBe(one);
      expect(first).not.toBe(second);
      if (one < other) expect(first < second).toBe(true);
    }),
  );
});

test('only version 7 is accepted, in any letter case', () => {
  const id = newId(Date.UTC(2026, 4, 20));
  expect(chosenId.parse(id.toUpperCase())).toBe(id);
  for (const version of ['1', '4', '8', '0']) {
    expect(chosenId.safeParse(`${id.slice(0, 14)}${version}${id.slice(15)}`).success).toBe(false);
  }
});
