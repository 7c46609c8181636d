import type { FoundInStory } from '@inkling/contract/search';
import { expect, test } from 'vitest';
import { foundWords, placeOfExcerpt } from './found-in-text.tsx';

const chapterWith = (text: string, ...matches: [number, number][]): FoundInStory => ({
  _id: 'a',
  title: 'Noon',
  chapterNumber: 1,
  isAhead: false,
  excerpts: [{ text, matches }],
});
const marked = (text: string, ...found: FoundInStory[]) => text.match(foundWords(found, '') ?? /$^/g);

test('the forms that were found are marked as whole words, whatever their case; others are not', () => {
  const found = chapterWith('He lit lamps (two) and a lamp.', [7, 12], [25, 29], [13, 18]);
  expect(marked('Lamps, lamplight, a LAMP. (two)', found)).toEqual(['Lamps', 'LAMP', '(two)']);
  expect(marked('灯が灯る夜', chapterWith('灯台', [0, 1]))).toEqual(['灯', '灯']);
  expect(foundWords([chapterWith('')], '')).toBeNull();
});

test('in a chapter that was found without excerpts, because it is ahead, the words of the search are marked', () => {
  const ahead = { ...chapterWith(''), isAhead: true, excerpts: [] };
  const words = foundWords([ahead], 'old "Lamp"') ?? /$^/g;
  expect('An old lamp, and the lamplight of old lamps.'.match(words)).toEqual(['old', 'lamp', 'old']);
  const frequent = foundWords([ahead], 'the lamp, author:x') ?? /$^/g;
  expect('The lamp in the hall.'.match(frequent)).toEqual(['lamp']);
  expect('港の鐘が鳴る'.match(foundWords([ahead], '鐘') ?? /$^/g)).toEqual(['鐘']);
});

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
