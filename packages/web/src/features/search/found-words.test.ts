import type { FoundInStory } from '@inkling/contract/search';
import { expect, test } from 'vitest';
import { foundWords } from './found-words.ts';

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
