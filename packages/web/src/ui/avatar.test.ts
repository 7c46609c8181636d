import { expect, test } from 'vitest';
import { colorOf, initialsOf } from './avatar.tsx';

test.each([
  ['Mira Vale', 'MV'],
  ['mira', 'M'],
  ['Ana María de la Cruz', 'AC'],
  ['mira_vale.99', 'M9'],
  ['  ', '?'],
  ['李白', '李'],
  ['نور الهدى', 'نا'],
  ['𝒜da', '𝒜'],
  ['★', '★'],
])('the initials of “%s” are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('people have one of many colors, always the same', () => {
  const ids = Array.from({ length: 400 }, (_, index) => `person-${index}`);
  const colors = ids.map(colorOf);
  expect(new Set(colors).size).toBe(36);
  expect(ids.map(colorOf)).toEqual(colors);
});
