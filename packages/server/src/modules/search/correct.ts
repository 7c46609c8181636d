import type { Db } from '../../platform/db/db.ts';
import { editDistance } from '../../platform/edit-distance.ts';
import { findGenresNamed } from '../genres/index.ts';
import { findLikeWords } from './find.queries.ts';
import { findPieces, findStories, type Search } from './find.ts';
import { formsInPiece, formsInStory } from './find-texts.queries.ts';
import { toLatin } from './latin.ts';
import type { QueryPart } from './parse-query.ts';
import { isCorrectable } from './pieces.ts';
import type { Terms } from './query-forms.ts';
import { type Connection, stemsOf } from './stems.ts';
import { usualTerms } from './usual-terms.ts';

/** Words of a query that are corrected, and words that each may be corrected to. */
const maxCorrected = 6;
const maxOptions = 4;
/** Words with fewer letters may have one wrong letter, others two. */
const longWord = 6;

/** Two wrong letters are a typing error only in words that begin alike: 'thriller' is not 'tiller'. */
const maxDistance = (typed: string, other: string): number =>
  typed.length >= longWord && typed.slice(0, 2) === other.slice(0, 2) ? 2 : 1;

/** Correct words that no text may have: names of genres, and words of the default trending terms. */
async function knownWords(tx: Db, words: string[]): Promise<Set<string>> {
  const genres = await findGenresNamed(tx, words);
  return new Set([...usualTerms.flatMap((term) => term.split(/[ -]/)), ...genres.keys()]);
}

/** Words in use for a misspelt word, likeliest first. */
function optionsFor(word: string, latin: string, like: { word: string; latin: string }[]): string[] {
  const beginning = latin.slice(0, 1);
  return like
    .map((one) => ({
      ...one,
      // People seldom mistype the first letter.
      distance: editDistance(latin, one.latin) + (one.latin.startsWith(beginning) ? 0 : 0.5),
    }))
    .filter((one) => one.word !== word && one.distance <= maxDistance(latin, one.latin))
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maxOptions)
    .map((one) => one.word);
}

/**
 * The query with misspelt words replaced, so that something this viewer may see matches; null if nothing does.
 * Each word may stay or become one of a few words in use; the best match decides which, so that no word of a text that
 * the viewer may not find is ever suggested (docs/product/search.md#corrections).
 */
export async function correct(
  connection: Connection,
  parts: readonly QueryPart[],
  { viewer, genres, filter }: Pick<Search, 'viewer' | 'genres' | 'filter'>,
): Promise<QueryPart[] | null> {
  const words = [...new Set(parts.flatMap(({ words }) => words))].filter(isCorrectable);
  const known = await knownWords(connection.tx, words);
  const misspelt = words
    .filter((word) => !known.has(word))
    .slice(0, maxCorrected)
    .map((word, place) => ({ word, place, latin: toLatin(word) }));
  if (misspelt.length === 0) return null;
  const like = await findLikeWords(connection.tx, misspelt);
  const options = new Map(
    misspelt.map(({ word, place, latin }) => [
      word,
      optionsFor(
        word,
        latin,
        like.filter((one) => one.place === place),
      ),
    ]),
  );
  const found = [...options.values()].flat();
  if (found.length === 0) return null;
  const all = [...new Set([...parts.flatMap(({ words }) => words), ...found])];
  const stems = await stemsOf(connection, all);
  const formsOf = (word: string): string[] => [...new Set([word, ...(stems.get(word) ?? [])])];
  const choices = (word: string): string[] => [word, ...(options.get(word) ?? [])];
  // The words of phrases may be anywhere: the corrected query is searched for as it was typed.
  const query: Terms[] = parts.flatMap(({ words, isPrefix }) =>
    words.map((word, index) => [
      {
        forms: [...new Set(choices(word).flatMap(formsOf))],
        prefix: isPrefix && index === words.length - 1 ? word : null,
      },
    ]),
  );
  const { db, tx } = connection;
  const search: Search = { db, tx, query, key: '', viewer, genres, filter, sort: 'relevance' };
  const contained = await formsInBestHit(search, all.flatMap(formsOf));
  if (contained === null) return null;
  const has = new Set(contained);
  const chosen = (word: string): string =>
    choices(word).find((choice) => formsOf(choice).some((form) => has.has(form))) ?? word;
  return parts.map((part) => {
    const words = part.words.map(chosen);
    return { ...part, words, isPrefix: part.isPrefix && words.at(-1) === part.words.at(-1) };
  });
}

/** Of the story, or else the chapter, that matches best and is shown to the viewer: which of the forms it contains. */
async function formsInBestHit(search: Search, forms: string[]): Promise<string[] | null> {
  const [story] = await findStories(search);
  if (story !== undefined) return formsInStory(search.tx, story, forms);
  const [piece] = await findPieces(search);
  return piece === undefined ? null : formsInPiece(search.tx, piece, forms);
}
