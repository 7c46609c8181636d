import { expect, test } from 'vitest';
import { initialsOf } from './avatar.tsx';

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
