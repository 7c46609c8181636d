import { spellingsOf } from '@inkling/contract/spellings';
import type { Db } from '../../platform/db/db.ts';
import { editDistance } from '../../platform/texts.ts';
import { findGenresNamed } from '../genres/index.ts';
import { findKnown, findPlaces, findStories, type Wanted } from './matches.queries.ts';
import type { QueryPart } from './parse-query.ts';
import { isCorrectable } from './pieces.ts';
import { type Stems, type Terms, termOf } from './query-forms.ts';
import { toLatin } from './tokens.ts';
import { findDistinctStems, findLikeWords, type LikeWord } from './words.queries.ts';

/** Shown as trending until enough people search for the same terms (file 1 of the specification, §9). */
export const usualTerms = [
  'fantasy adventure',
  'romance',
  'sci-fi',
  'mystery',
  'thriller',
  'adventure',
  'drama',
  'comedy',
  'horror',
  'action',
];

/** Words of a query that are corrected, and words that each may be corrected to. */
const maxCorrected = 6;
const maxOptions = 4;
/** Words with fewer letters may have one wrong letter, others two. */
const longWord = 6;

/** Two wrong letters are a typing error only in words that begin alike: 'thriller' is not 'tiller'. */
const maxDistance = (typed: string, other: string): number =>
  typed.length >= longWord && typed.slice(0, 2) === other.slice(0, 2) ? 2 : 1;

const isLatin = (word: string): boolean => /^\p{Script=Latin}/u.test(word);

interface Option {
  word: string;
  distance: number;
}

/** Words in use for a misspelt word, likeliest first. */
function optionsFor({ word, place, latin }: LikeWord, like: LikeWord[]): Option[] {
  return like
    .filter((one) => one.place === place && one.word !== word && isLatin(one.word) === isLatin(word))
    .map((one) => ({ word: one.word, latin: one.latin, distance: editDistance(latin, one.latin) }))
    .filter((one) => one.distance <= maxDistance(latin, one.latin))
    .sort((a, b) => likelihood(a) - likelihood(b) || (a.word < b.word ? -1 : 1))
    .slice(0, maxOptions);

  // People seldom mistype the first letter.
  function likelihood(one: Option & { latin: string }): number {
    return one.distance + (one.latin.slice(0, 1) === latin.slice(0, 1) ? 0 : 0.5);
  }
}

/** Words of the query that nothing has: neither a text that the viewer may see, nor the name of a genre or a default trending term. */
async function findMisspelt(
  db: Db,
  parts: readonly QueryPart[],
  stems: Stems,
  viewer: Wanted['viewer'],
): Promise<LikeWord[]> {
  const isLong = (word: string) => isCorrectable(word) || (parts.length > 1 && /^\p{L}{3}$/u.test(word));
  const unquoted = parts.filter(({ isQuoted }) => !isQuoted);
  const words = [...new Set(unquoted.flatMap(({ words }) => words))].filter(isLong);
  const [genres, isKnown] = await Promise.all([
    findGenresNamed(db, words),
    findKnown(
      db,
      words.map((word) => [termOf([word], stems)]),
      viewer,
    ),
  ]);
  const usual = new Set(usualTerms.flatMap((term) => term.split(/[ -]/)));
  return words
    .filter((word, place) => isKnown[place] !== true && !genres.has(word) && !usual.has(word))
    .slice(0, maxCorrected)
    .map((word, place) => ({ word, place, latin: toLatin(word) }));
}

/**
 * Other words for misspelt words of a query, so that a story that this viewer may see matches, and the stems of all its
 * words; null if none does. The best story decides which of a few words in use each becomes, so that no word of a text
 * that the viewer may not find is ever suggested; one wrong letter beats two (docs/product/search.md#corrections).
 */
export async function correct(
  db: Db,
  parts: readonly QueryPart[],
  stems: Stems,
  wanted: Omit<Wanted, 'query' | 'sort'>,
): Promise<{ words: ReadonlyMap<string, string>; stems: Stems } | null> {
  const misspelt = await findMisspelt(db, parts, stems, wanted.viewer);
  if (misspelt.length === 0) return null;
  const like = await findLikeWords(db, misspelt);
  const options = new Map(misspelt.map((one) => [one.word, optionsFor(one, like)]));
  const all = [...options.values()].flat();
  const typed = parts.flatMap(({ words }) => words);
  const used = [...typed, ...all.map(({ word }) => word)];
  const allStems = await findDistinctStems(db, used.flatMap(spellingsOf), [...stems.keys()]);
  for (const distance of new Set(all.map((one) => one.distance).toSorted())) {
    const choices = (word: string): string[] =>
      options.get(word)?.flatMap((one) => (one.distance <= distance ? one.word : [])) ?? [word];
    if (misspelt.some(({ word }) => choices(word).length === 0)) continue;
    // The words of phrases may be anywhere: the corrected query is searched for as it was typed.
    const query: Terms[] = parts.flatMap(({ words, isPrefix }) =>
      words.map((word, index) => {
        const isBeginning = isPrefix && index === words.length - 1 && !options.has(word);
        return [termOf(choices(word), allStems, isBeginning ? [word] : [])];
      }),
    );
    const { stories } = await findStories(db, { ...wanted, query, key: '', sort: 'relevance' });
    const [best] = stories;
    const words =
      best &&
      (await chosenIn(
        db,
        best.id,
        misspelt.map(({ word }) => [word, choices(word)]),
        allStems,
      ));
    if (words !== undefined) return { words, stems: allStems };
  }
  return null;
}

/** For each misspelt word the first of its choices that a story has on its card, or else in its text. */
async function chosenIn(db: Db, story: string, options: [string, string[]][], stems: Stems) {
  const choices = options.flatMap(([word, others]) => others.map((other) => ({ word, other })));
  const places = await findPlaces(
    db,
    choices.map(({ other }) => [termOf([other], stems)]),
    story,
  );
  const chosen = new Map<string, string>();
  for (const wanted of [2, 1])
    for (const [index, { word, other }] of choices.entries())
      if (places[index] === wanted && !chosen.has(word)) chosen.set(word, other);
  return chosen;
}

/** The parts of a query with other words in the place of some, which are complete. */
export const withOthers = (parts: readonly QueryPart[], others: ReadonlyMap<string, string>): QueryPart[] => {
  const complete = new Set([...others].flat());
  return parts.map((part) => ({
    ...part,
    words: part.words.map((word) => others.get(word) ?? word),
    isPrefix: part.isPrefix && !complete.has(part.words.at(-1) ?? ''),
  }));
};
