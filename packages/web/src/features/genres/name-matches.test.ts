import { expect, test } from 'vitest';
import { foundAs, nameMatches } from './name-matches.ts';

test('a genre is found by part of its name, in American and British spelling', () => {
  for (const search of ['Cozy', 'cosy', 'cosy fan', 'ozy F', 'fantasy cosy'])
    expect(nameMatches('Cozy Fantasy', search)).toBe(true);
  for (const search of ['rosy', 'cosy romance']) expect(nameMatches('Cozy Fantasy', search)).toBe(false);
  expect(nameMatches('Anything', '')).toBe(true);
});

test('a genre is found by its subgenres too, and says which', () => {
  const genre = {
    name: 'Progression Fantasy',
    subgenres: [{ name: 'Cultivation' }, { name: 'Magic Academy' }],
  };
  expect(foundAs(genre, 'fantasy')).toBe('Progression Fantasy');
  expect(foundAs(genre, 'academy')).toBe('Progression Fantasy (Magic Academy)');
  expect(foundAs(genre, '')).toBe('Progression Fantasy');
  expect(foundAs(genre, 'horror')).toBeNull();
});
