import type { Genre } from '@inkling/contract/genres';

/** The quick-select genres of the specification. */
const quickNames = ['Fantasy', 'Romance', 'Mystery', 'Sci-Fi', 'Horror', 'Adventure', 'Drama', 'Comedy'];
/** Further ones for new users. */
const furtherNames = ['Thriller', 'Historical', 'Slice of Life', 'Young Adult'];

const named = (genres: Genre[], names: string[]): Genre[] =>
  names.flatMap((name) => genres.find((genre) => genre.name === name) ?? []);

/** The genres that can be chosen with one press. */
export const quickGenres = (genres: Genre[]): Genre[] => named(genres, quickNames);

/** How many genres a new user is shown at once. */
export const suggestedCount = 12;

/** The genres suggested to new users: well-known ones, or others if those have been renamed or deleted. */
export function suggestedGenres(genres: Genre[]): Genre[] {
  const known = named(genres, [...quickNames, ...furtherNames]);
  return [...known, ...genres.filter((genre) => !known.includes(genre))].slice(0, suggestedCount);
}
