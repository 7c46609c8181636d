import { expect, test } from 'vitest';
import { placeOfExcerpt } from './found-in-text.tsx';

const content = 'The rain.\n\nThe keeper *lit two* lamps, and **the lamp** went out.\n| A lamp \\* in verse';
const shown = (text: string, matches: [number, number][]) => {
  const place = placeOfExcerpt(content, { text, matches });
  return place && content.slice(...place);
};

test('finds the first match of an excerpt among hidden marks', () => {
  const line = 'The keeper lit two lamps, and the lamp went out.';
  expect(shown(line, [[19, 24]])).toBe('lamps');
  expect(shown(line, [[15, 24]])).toBe('two* lamps');
  expect(shown('…lit two lamps, and the lamp…', [[24, 28]])).toBe('lamp');
  expect(shown('A lamp * in verse', [[2, 6]])).toBe('lamp');
});

test('finds nothing in a text that has changed', () => {
  expect(shown('The keeper lit three lamps.', [[0, 3]])).toBeNull();
});
