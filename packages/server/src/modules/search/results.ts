import type { SearchSort } from '@inkling/contract/search';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { type Db, ownConnections } from '../../platform/db/db.ts';
import { databaseFault } from '../../platform/db/db-errors.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { filterKeyOfTag, type StoryFilter } from '../stories/index.ts';
import { correct, withOthers } from './correct.ts';
import { stemmersOf } from './languages.ts';
import {
  type FoundChapter,
  type FoundStory,
  findChapters,
  findKnown,
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

/** Searches that run at once in a process, each with one connection, and those that wait. */
const concurrency = 2;
const maxWaiting = 60;
const searches = perInstance((_db: Db) => pLimit(concurrency));

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
  ownConnections(db, { max: concurrency, settings: { statement_timeout: '1500' } }),
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

/** Stories; a chosen order of very many takes too long, and is that of the most relevant ones. */
const storiesOf = (db: Db, wanted: Wanted, onCards: boolean): Promise<FoundStory[]> =>
  findStories(db, wanted, { onCards }).catch((error: unknown) => {
    if (databaseFault(error)?.code !== '57014') throw error;
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
    stories: found,
    number: asked.chapter,
    byTitle: onCards,
  });
  const isLimited = wanted.authors.length + wanted.excluded.length + asked.tags.length > 0;
  const people = isLimited ? [] : await findPeople(db, wanted);
  const isSorted = wanted.sort !== 'relevance' || onCards;
  return {
    stories: isSorted ? found.map(({ id }) => id) : byCloseness(found, chapters),
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
    const mended = withOthers(parts, better.words);
    const found = await findParts(own, { ...asked, stems: better.stems }, mended, queryKey(corrected));
    if (isFound(found)) return { ...none, ...found, corrected };
  }
  const most = await findMost(own, asked, parts);
  return most === null ? { ...none, people: await findPeopleLike(own, key) } : { ...none, ...most };
}

/** Searches for parts of a query, so that a query costs a bounded number of them. */
const maxTries = 12;

/** The stories that have most parts of a query, with what each is missing; null if none has any. */
async function findMost(
  db: Db,
  asked: Asked,
  parts: readonly QueryPart[],
): Promise<Pick<Results, 'stories' | 'chapters' | 'query' | 'missing'> | null> {
  const isKnown = await findKnown(db, termsOf(parts, asked.stems), asked.wanted.viewer);
  const known = parts.filter((_, place) => isKnown[place]);
  const missingIn = (some: readonly QueryPart[]) =>
    parts.filter((part) => !some.includes(part)).map(({ words }) => words.join(' '));
  let tried: QueryPart[][] = [known];
  for (let left = maxTries; tried.length > 0 && tried.length <= left; left -= tried.length) {
    const missing = new Map<string, string[]>();
    let chapters: FoundChapter[] = [];
    for (const some of tried.filter((one) => one.length > 0 && one.length < parts.length)) {
      const found = await findParts(db, asked, some, '');
      for (const id of found.stories) if (!missing.has(id)) missing.set(id, missingIn(some));
      if (tried.length === 1) chapters = found.chapters;
    }
    const query = termsOf(known, asked.stems);
    if (missing.size > 0) return { stories: [...missing.keys()], chapters, query, missing };
    tried = withoutOne(tried);
  }
  return null;
}

/** Each of these lists without each one of its parts, once. */
function withoutOne(lists: QueryPart[][]): QueryPart[][] {
  const shorter: QueryPart[][] = [];
  for (const list of lists)
    for (const part of list) {
      const rest = list.filter((one) => one !== part);
      if (!shorter.some((one) => one.length === rest.length && rest.every((each) => one.includes(each))))
        shorter.push(rest);
    }
  return shorter.filter(({ length }) => length > 0);
}

/** A single character of a script without spaces is the beginning of a pair in the index. */
const isShort = ({ words }: QueryPart): boolean => isUnspaced(words.at(-1) ?? '');

export const isFound = ({ stories, chapters, people }: Matches): boolean =>
  stories.length + chapters.length + people.length > 0;
