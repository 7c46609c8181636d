import { spellingsOf } from '@inkling/contract/spellings';
import type { Db } from '../../platform/db/db.ts';
import { editDistance } from '../../platform/edit-distance.ts';
import { findGenresNamed } from '../genres/index.ts';
import { frequencyOf } from './frequencies.ts';
import { toLatin } from './latin.ts';
import { findMatches, type Wanted } from './matches.queries.ts';
import type { QueryPart } from './parse-query.ts';
import { isCorrectable } from './pieces.ts';
import { formsOf, type Stems, type Terms, termOf } from './query-forms.ts';
import { usualTerms } from './usual-terms.ts';
import { findDistinctStems, findLikeWords, formsIn, type LikeWord } from './words.queries.ts';

/** Words of a query that are corrected, and words that each may be corrected to. */
const maxCorrected = 6;
const maxOptions = 4;
/** Words with fewer letters may have one wrong letter, others two. */
const longWord = 6;

/** Two wrong letters are a typing error only in words that begin alike: 'thriller' is not 'tiller'. */
const maxDistance = (typed: string, other: string): number =>
  typed.length >= longWord && typed.slice(0, 2) === other.slice(0, 2) ? 2 : 1;

/** Correct words that no text may have: names of genres, and words of the default trending terms. */
async function knownWords(db: Db, words: string[]): Promise<Set<string>> {
  const genres = await findGenresNamed(db, words);
  return new Set([...usualTerms.flatMap((term) => term.split(/[ -]/)), ...genres.keys()]);
}

/** Words in use for a misspelt word, likeliest first. */
function optionsFor({ word, place, latin }: LikeWord, like: LikeWord[]) {
  const beginning = latin.slice(0, 1);
  return like
    .filter((one) => one.place === place && one.word !== word)
    .map((one) => ({
      ...one,
      // People seldom mistype the first letter.
      distance: editDistance(latin, one.latin) + (one.latin.startsWith(beginning) ? 0 : 0.5),
    }))
    .filter((one) => one.distance <= maxDistance(latin, one.latin))
    .sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1))
    .slice(0, maxOptions);
}

/**
 * The query with misspelt words replaced, so that something this viewer may see matches, and the stems of its words;
 * null if nothing does. Each word may stay or become one of a few words in use; the best match decides which, so that no
 * word of a text that the viewer may not find is ever suggested (docs/product/search.md#corrections).
 */
export async function correct(
  db: Db,
  parts: readonly QueryPart[],
  stems: Stems,
  { viewer, filter }: Pick<Wanted, 'viewer' | 'filter'>,
): Promise<{ parts: QueryPart[]; stems: Stems } | null> {
  const unquoted = parts.filter(({ isQuoted }) => !isQuoted);
  const words = [...new Set(unquoted.flatMap(({ words }) => words))].filter(isCorrectable);
  const known = await knownWords(db, words);
  const misspelt = words
    .filter((word) => !known.has(word))
    .slice(0, maxCorrected)
    .map((word, place) => ({ word, place, latin: toLatin(word) }));
  if (misspelt.length === 0) return null;
  const like = await findLikeWords(db, misspelt);
  const options = new Map(misspelt.map((one) => [one.word, optionsFor(one, like)]));
  if ([...options.values()].flat().length === 0) return null;
  const choices = (word: string): string[] => [word, ...(options.get(word) ?? []).map((one) => one.word)];
  const all = parts.flatMap(({ words }) => words).flatMap(choices);
  const allStems = await findDistinctStems(db, all.flatMap(spellingsOf), [...stems.keys()]);
  // The words of phrases may be anywhere: the corrected query is searched for as it was typed.
  const query: Terms[] = parts.flatMap(({ words, isPrefix }) =>
    words.map((word, index) => [
      termOf(choices(word), allStems, isPrefix && index === words.length - 1 ? [word] : []),
    ]),
  );
  const isFrequent = await frequencyOf(db, query);
  const find = (chaptersBy: Wanted['chaptersBy']) =>
    findMatches(db, { query, key: '', viewer, filter, sort: 'relevance', chaptersBy, isFrequent });
  const byTitle = await find('title');
  // Texts of chapters take longest, and decide only if no story matches itself.
  const best = byTitle.stories.length > 0 ? byTitle : await find('text');
  const [story, chapter] = [best.stories[0], best.chapters[0]];
  if (story === undefined) return null;
  const found = await formsIn(db, query, story, chapter);
  const isIn = (word: string) =>
    formsOf(termOf([word], allStems), found?.stemmer).some((form) => found?.forms.includes(form));
  const chosen = (word: string): string => choices(word).find(isIn) ?? word;
  const corrected = parts.map((part) => {
    const words = part.words.map(chosen);
    return { ...part, words, isPrefix: part.isPrefix && words.at(-1) === part.words.at(-1) };
  });
  return { parts: corrected, stems: allStems };
}
