import { expect, test } from 'vitest';
import { nameMatches } from './name-matches.ts';

test('a genre is found by part of its name, in American and British spelling', () => {
  for (const search of ['Cozy', 'cosy', 'cosy fan', 'ozy F', 'fantasy cosy'])
    expect(nameMatches('Cozy Fantasy', search)).toBe(true);
  for (const search of ['rosy', 'cosy romance']) expect(nameMatches('Cozy Fantasy', search)).toBe(false);
  expect(nameMatches('Anything', '')).toBe(true);
});
