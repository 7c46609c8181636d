import type { Db } from '../../platform/db/db.ts';
import { listGenres } from './genres.queries.ts';

interface NamedGenre {
  id: string;
  name: string;
  subgenres: readonly { name: string }[];
}

/** Words that say nothing about a genre. */
const empty = new Set(
  'fiction stories story novel novels tale tales general literature and of the in a'.split(' '),
);

/** Words of subjects, as libraries use them, and the genres that they suggest, the best first. */
const synonyms: Record<string, readonly string[]> = {
  'science fiction': ['Sci-Fi', 'Science Fiction'],
  scifi: ['Sci-Fi', 'Science Fiction'],
  extraterrestrial: ['Sci-Fi', 'Science Fiction'],
  martian: ['Sci-Fi', 'Science Fiction'],
  love: ['Romance'],
  courtship: ['Romance'],
  ghost: ['Ghost Story', 'Paranormal', 'Horror'],
  vampire: ['Paranormal', 'Horror'],
  supernatural: ['Paranormal', 'Horror'],
  suspense: ['Thriller'],
  spy: ['Thriller'],
  crime: ['Crime', 'Detective', 'Mystery'],
  investigator: ['Detective', 'Mystery'],
  sea: ['Nautical', 'Adventure'],
  pirate: ['Nautical', 'Adventure'],
  history: ['Historical'],
  humor: ['Comedy', 'Humor'],
  humorous: ['Comedy', 'Humor'],
  comic: ['Comedy', 'Humor'],
  satire: ['Satire', 'Comedy'],
  bildungsroman: ['Coming of Age', 'Literary'],
  western: ['Western', 'Adventure'],
};

const wordsOf = (name: string): string[] =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}’'-]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word));

const keyOf = (name: string): string => wordsOf(name).join(' ');
const telling = (name: string): string[] => wordsOf(name).filter((word) => !empty.has(word));

const isWithin = (words: readonly string[], all: ReadonlySet<string>): boolean =>
  words.length > 0 && words.every((word) => all.has(word));

/** The genres that are like one subject, such as 'Detective and mystery stories'. */
function matchesOf(subject: string, genres: readonly NamedGenre[]): NamedGenre[] {
  const key = keyOf(subject);
  const same = genres.filter(({ name }) => keyOf(name) === key);
  if (same.length > 0) return same;
  const words = new Set(telling(subject));
  const alike = genres.filter(({ name }) => isWithin(telling(name), words));
  // 'Magical realism' is not also 'Realism'.
  const longest = Math.max(0, ...alike.map(({ name }) => telling(name).length));
  if (alike.length > 0) return alike.filter(({ name }) => telling(name).length === longest);
  const suggested = Object.entries(synonyms).flatMap(([phrase, names]) => {
    if (!` ${key} `.includes(` ${keyOf(phrase)} `)) return [];
    const [first] = names.flatMap((name) => genres.filter((genre) => keyOf(genre.name) === keyOf(name)));
    return first === undefined ? [] : [first];
  });
  if (suggested.length > 0) return suggested;
  return genres.filter(({ subgenres }) => subgenres.some(({ name }) => keyOf(name) === key)).slice(0, 1);
}

/** The genres of the site that are like the subjects of a book, in the order of the subjects, at most five. */
export function likeGenres<Genre extends NamedGenre>(
  subjects: readonly string[],
  genres: readonly Genre[],
): Genre[] {
  const ids = new Set(subjects.flatMap((subject) => matchesOf(subject, genres)).map(({ id }) => id));
  return [...ids].slice(0, 5).flatMap((id) => genres.filter((genre) => genre.id === id));
}

export async function matchGenres(
  db: Db,
  subjects: readonly string[],
): Promise<{ id: string; name: string }[]> {
  if (subjects.length === 0) return [];
  const genres = (await listGenres(db)).map(({ _id, ...genre }) => ({ id: _id, ...genre }));
  return likeGenres(subjects, genres);
}
