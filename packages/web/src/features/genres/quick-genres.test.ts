import { expect, test } from 'vitest';
import { suggestedCount, suggestedGenres } from './quick-genres.ts';

const genre = (name: string) => ({ _id: name, name, description: '', subgenres: [], storyCount: 0 });

test('new users are suggested twelve genres, well-known ones first', () => {
  const others = Array.from({ length: 20 }, (_, index) => `Genre ${index}`);
  const names = suggestedGenres([...others, 'Romance', 'Fantasy'].map(genre)).map(({ name }) => name);
  expect(names).toHaveLength(suggestedCount);
  expect(names.slice(0, 3)).toEqual(['Fantasy', 'Romance', 'Genre 0']);
  expect(suggestedGenres(['Noir'].map(genre))).toHaveLength(1);
});
