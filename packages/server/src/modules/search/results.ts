import type { SearchSort } from '@inkling/contract/search';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { type Db, ownConnections, poolSizesOf } from '../../platform/db/db.ts';
import { databaseFault } from '../../platform/db/db-errors.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { filterKeyOfTag, type StoryFilter } from '../stories/index.ts';
import { correct, withOthers } from './correct.ts';
import { stemmersOf } from './languages.ts';
import {
  type FoundChapter,
  type FoundStories,
  type FoundStory,
  findByMatchCount,
  findChapters,
  findPeople,
  findPeopleLike,
  findStories,
  type Wanted,
} from './matches.queries.ts';
import { type Query, type QueryPart, queryKey, readQuery, withWords } from './parse-query.ts';
import { type Stems, type Terms, termsOf, wordsOf } from './query-forms.ts';
import { isUnspaced } from './tokens.ts';
import { findStems } from './words.queries.ts';

/** Everything that matches, in order, by id; at most `searchLimits.counted` of each. */
export interface Matches {
  stories: string[];
  chapters: FoundChapter[];
  people: string[];
}

export interface Results extends Matches {
  /** The query that was searched instead. */
  corrected: string | null;
  /** What matches, to mark it. */
  query: Terms[];
  /** Where no story has all words: those that a story does not have, by its id. */
  missing: ReadonlyMap<string, string[]>;
}

export interface SearchInput {
  q: string;
  sortBy: SearchSort;
  filter: StoryFilter;
}

/** How many searches may wait in a process while as many run as it has connections for them. */
const maxWaiting = 60;
const searches = perInstance((db: Db) => pLimit(poolSizesOf(db).searches));

/** Runs a search when its turn comes, so that other requests are not delayed; throws BUSY if too many are waiting. */
export async function inTurn<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const limit = searches(db);
  if (limit.pendingCount >= maxWaiting) {
    throw new AppError('BUSY', 'Many people are searching right now. Please try again in a moment.', {
      retryAfterSeconds: 2,
    });
  }
  return limit(work);
}

/** The connections of searches, whose statements end soon. */
export const searchConnections = perInstance((db: Db) =>
  ownConnections(db, { max: poolSizesOf(db).searches, settings: { statement_timeout: '1500' } }),
);

/** All that one search asks for, as statements need it. */
export interface Asked extends Omit<Query, 'parts'> {
  wanted: Omit<Wanted, 'query' | 'key'>;
  stems: Stems;
}

/** Reads what a query asks for, and finds the stems of its words. */
export async function ask(
  db: Db,
  viewer: Viewer | null,
  { q, sortBy: sort, filter }: SearchInput,
  minPrefix?: number,
): Promise<Asked & { parts: QueryPart[] }> {
  const query = readQuery(q, minPrefix);
  const words = [...wordsOf(query.parts), ...wordsOf(query.excluded)];
  const stems = words.length === 0 ? new Map() : await findStems(db, words, stemmersOf(viewer?.languages));
  const { tags, authors } = query;
  const anyOf = [...(filter.anyOf ?? []), ...tags.map((tag) => [filterKeyOfTag(tag)])];
  const limited = tags.length === 0 ? filter : { ...filter, anyOf };
  const wanted = { excluded: termsOf(query.excluded, stems), authors, viewer, filter: limited, sort };
  return { ...query, stems, wanted };
}

const isTimeout = (error: unknown): boolean => databaseFault(error)?.code === '57014';

/** Stories; a chosen order of very many takes too long, and is that of the most relevant ones. */
const storiesOf = (db: Db, wanted: Wanted, onCards: boolean): Promise<FoundStories> =>
  findStories(db, wanted, { onCards }).catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
    return findStories(db, wanted, { onCards, isBounded: true });
  });

/** What parts of a query find; `onCards`: stories by what their cards say, and chapters by their titles. */
export async function findParts(
  db: Db,
  asked: Asked,
  parts: readonly QueryPart[],
  key: string,
  onCards = false,
): Promise<Matches & { query: Terms[] }> {
  const query = termsOf(parts, asked.stems);
  const wanted: Wanted = { ...asked.wanted, query, key };
  const found = await storiesOf(db, wanted, onCards);
  const chapters = await findChapters(db, wanted, {
    found,
    number: asked.chapter,
    byTitle: onCards,
  });
  const isLimited = wanted.authors.length + wanted.excluded.length + asked.tags.length > 0;
  const people = isLimited ? [] : await findPeople(db, wanted);
  const isSorted = wanted.sort !== 'relevance' || onCards;
  return {
    stories: isSorted ? found.stories.map(({ id }) => id) : byCloseness(found.stories, chapters),
    chapters,
    people,
    query,
  };
}

/** Stories that have all words in one chapter come before those that have them here and there. */
function byCloseness(stories: FoundStory[], chapters: FoundChapter[]): string[] {
  const inOne = new Set(chapters.map(({ storyId }) => storyId));
  const isClose = ({ id, own }: FoundStory) => own || inOne.has(id);
  const ids = (some: FoundStory[]) => some.map(({ id }) => id);
  return [
    ...new Set([...ids(stories.filter(isClose)), ...inOne, ...ids(stories.filter((one) => !isClose(one)))]),
  ];
}

/** What matches a query and is shown to the viewer (docs/product/search.md#queries). */
export async function findResults(db: Db, viewer: Viewer | null, input: SearchInput): Promise<Results> {
  const own = searchConnections(db);
  const { parts, ...asked } = await ask(own, viewer, input);
  const none: Results = {
    stories: [],
    chapters: [],
    people: [],
    corrected: null,
    query: [],
    missing: new Map(),
  };
  if (parts.length + asked.authors.length + asked.tags.length === 0) return none;
  const key = queryKey(input.q);
  // The last word is complete, or else the beginning of one.
  const complete = parts.map((part) => ({ ...part, isPrefix: part.isPrefix && isShort(part) }));
  for (const meant of [complete, parts]) {
    const found = await findParts(own, asked, meant, key);
    if (isFound(found)) return { ...none, ...found };
    if (!parts.at(-1)?.isPrefix) break;
  }
  const better = await correct(own, parts, asked.stems, { ...asked.wanted, key });
  if (better !== null) {
    const corrected = withWords(input.q, better.words);
    // Read again: 'chaper 12' has become a chapter's number.
    const again = readQuery(corrected);
    const meant = { ...asked, chapter: again.chapter, stems: better.stems };
    const found = await findParts(own, meant, withOthers(again.parts, better.words), queryKey(corrected));
    if (isFound(found)) return { ...none, ...found, corrected };
  }
  const most = await findIncomplete(own, asked, parts);
  if (most !== null) return { ...none, ...most };
  const name = parts.length === 0 ? asked.authors.join(' ') : key;
  return { ...none, people: await findPeopleLike(own, name) };
}

/** The stories that have most parts of a query, with what each is missing; null if none has any. */
async function findIncomplete(
  db: Db,
  asked: Asked,
  parts: readonly QueryPart[],
): Promise<Pick<Results, 'stories' | 'chapters' | 'query' | 'missing'> | null> {
  if (parts.length === 0) return null;
  const query = termsOf(parts, asked.stems);
  // A query of many frequent words that no story has together may take too long; then it finds nothing.
  const most = await findByMatchCount(db, { ...asked.wanted, query }).catch((error: unknown) => {
    if (!isTimeout(error)) throw error;
  });
  if (most === undefined || most.stories.length === 0) return null;
  const stories = most.stories.map(({ id }) => id);
  const missing = most.stories.map(({ has }) =>
    parts.filter((_, at) => !has[at]).map(({ words }) => words.join(' ')),
  );
  // If all of them have the same parts, also the chapters that have these.
  const shared = parts.filter((_, at) => most.stories.every(({ has }) => has[at]));
  const isSame = missing.every(({ length }) => length === parts.length - shared.length);
  const wanted = { ...asked.wanted, query: termsOf(shared, asked.stems), key: '' };
  const chapters = isSame
    ? await findChapters(db, wanted, { found: most, number: asked.chapter, byTitle: false })
    : [];
  return { stories, chapters, query, missing: new Map(stories.map((id, at) => [id, missing[at] ?? []])) };
}

/** A single character of a script without spaces is the beginning of a pair in the index. */
const isShort = ({ words }: QueryPart): boolean => isUnspaced(words.at(-1) ?? '');

export const isFound = ({ stories, chapters, people }: Matches): boolean =>
  stories.length + chapters.length + people.length > 0;
