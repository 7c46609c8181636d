import { expect, test } from 'vitest';
import { likeGenres } from './match-genres.ts';

const genres = [
  ['Fantasy', 'Epic Fantasy'],
  ['Sci-Fi', 'Science Fiction'],
  ['Mystery', 'Whodunit'],
  ['Detective', 'Private Eye'],
  ['Romance', 'Regency'],
  ['Horror', 'Gothic'],
  ['Historical', 'Victorian'],
  ['Adventure', 'Survival'],
  ['Urban Fantasy', 'City Witches'],
  ['Ghost Story', 'Winter Tales'],
].map(([name = '', subgenre = '']) => ({ id: name, name, subgenres: [{ name: subgenre }] }));

test.each([
  [['Detective and mystery stories'], ['Mystery', 'Detective']],
  [['Science fiction', 'Martians'], ['Sci-Fi']],
  [['Love stories'], ['Romance']],
  [['Sea stories', 'Pirates'], ['Adventure']],
  [['Ghost stories, English'], ['Ghost Story']],
  [['Urban fantasy fiction'], ['Urban Fantasy']],
  [['fantasy'], ['Fantasy']],
  [['Great Britain -- History -- Victoria, 1837-1901 -- Fiction'], ['Historical']],
  [['Gothic fiction', 'Gothic'], ['Horror']],
  [['Young women -- Fiction', 'Cats'], []],
])('the subjects %j are like the genres %j', (subjects, expected) => {
  expect(likeGenres(subjects, genres).map(({ name }) => name)).toEqual(expected);
});

test('at most five genres are chosen, in the order of the subjects', () => {
  const subjects = ['Horror', 'Romance', 'Mystery', 'Fantasy', 'Detective', 'Adventure'];
  expect(likeGenres(subjects, genres).map(({ name }) => name)).toEqual(subjects.slice(0, 5));
});
