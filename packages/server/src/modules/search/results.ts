import { hash } from 'node:crypto';
import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import type { ListViewer, StoryFilter } from '../stories/index.ts';
import { correct } from './correct.ts';
import * as find from './find.queries.ts';
import { parseQuery, type QueryPart, queryKey } from './parse-query.ts';
import { type Stems, type Terms, termsOf, tsquery } from './query-forms.ts';
import { isUnspaced } from './tokens.ts';

/** Everything that matches a query, in order, by id; at most `searchLimits.counted` of each type. */
export interface Results {
  stories: string[];
  chapters: { id: string; piece: number }[];
  people: string[];
  /** The query that was searched instead. */
  corrected: string | null;
  /** What matches, to mark it. */
  query: Terms[];
}

export interface SearchInput {
  q: string;
  sortBy: SearchSort;
  genres: string[] | undefined;
  filter?: StoryFilter | undefined;
}

const nothing: Results = { stories: [], chapters: [], people: [], corrected: null, query: [] };

const cacheBytes = 8 * 1024 * 1024;
const bytesOf = ({ stories, chapters, people, query }: Results): number =>
  2000 +
  70 * (stories.length + people.length) +
  140 * chapters.length +
  100 * query.flat().reduce((sum, { forms }) => sum + forms.length, 0);
const cachedResults = perInstance((_db: Db) => revisionCache(cacheBytes, bytesOf));
const revisions = perInstance((db: Db) =>
  keyedLoader((viewerIds: string[]) => find.findRevisions(db, viewerIds)),
);

/** Searches that run at once in a process, so that others get the database's connections, and those that wait. */
const concurrency = 2;
const maxWaiting = 60;
const searches = perInstance((_db: Db) => pLimit(concurrency));

/** For whom results are found and cached, and the revision of what they can find. */
export interface Audience {
  viewer: ListViewer;
  key: string;
  revision: string;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Readers who filter alike share results, with visitors if they hide nothing. Authors have their own, since their own
 * mature stories are shown to them, and so do readers who hide single stories.
 */
export async function audienceOf(db: Db, viewer: Viewer | null): Promise<Audience> {
  const { revision = '', hides = false } = (await revisions(db)(viewer?.id ?? '')) ?? {};
  if (viewer === null) return { viewer: null, key: '', revision };
  const { contentFilter } = viewer;
  if (hides || viewer.role === 'author') return { viewer, key: keyOf([viewer.id, contentFilter]), revision };
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilter;
  if (!showsMature && hiddenTags.length + hiddenWarnings.length === 0)
    return { viewer: null, key: '', revision };
  return { viewer: { id: nobody, contentFilter }, key: keyOf(contentFilter), revision };
}

/** Short for any filter, since it is part of cache keys. */
const keyOf = (filter: unknown): string => hash('sha256', JSON.stringify(filter), 'base64url');

/** Runs the work of a search when its turn comes; throws BUSY if too many are waiting. */
export async function inTurn<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const limit = searches(db);
  if (limit.pendingCount >= maxWaiting) {
    throw new AppError('BUSY', 'Many people are searching right now. Please try again in a moment.', {
      retryAfterSeconds: 2,
    });
  }
  return limit(work);
}

/** What matches a query and is shown to the viewer. Repeated queries are answered from memory until something changes. */
export async function findResults(db: Db, viewer: Viewer | null, input: SearchInput): Promise<Results> {
  const parts = parseQuery(input.q);
  if (parts.length === 0) return nothing;
  const audience = await audienceOf(db, viewer);
  const key = JSON.stringify([audience.key, input]);
  const results = await cachedResults(db).load(key, audience.revision, () =>
    inTurn(db, () => searchOnce(db, audience.viewer, input, parts)),
  );
  // The revision does not count suspensions and deletions of people.
  return { ...results, people: await find.findShownPeople(db, results.people) };
}

const maxStems = 20_000;
const stemCaches = perInstance((_db: Db) => new LRUCache<string, readonly string[]>({ max: maxStems }));

/** The stems of words in the languages in use. */
export async function stemsOf(db: Db, words: string[]): Promise<Stems> {
  const cache = stemCaches(db);
  const missing = [...new Set(words)].filter((word) => !cache.has(word));
  const found = missing.length === 0 ? new Map() : await find.findStems(db, missing);
  for (const [word, stems] of found) cache.set(word, stems);
  return new Map(words.map((word) => [word, found.get(word) ?? cache.get(word) ?? []]));
}

const searchOnce = (db: Db, viewer: ListViewer, input: SearchInput, parts: QueryPart[]): Promise<Results> =>
  find.searching(db, async (tx) => {
    const stems = (words: string[]) => stemsOf(tx, words);
    // The last word is complete, or else the beginning of one.
    const complete = parts.map((part) => ({ ...part, isPrefix: part.isPrefix && isShort(part) }));
    for (const meant of [complete, parts]) {
      const typed = await searchParts(tx, viewer, input, meant, queryKey(input.q));
      if (isFound(typed)) return typed;
      if (!parts.at(-1)?.isPrefix) break;
    }
    const better = await correct(tx, parts, { viewer, genres: input.genres, filter: input.filter }, stems);
    if (better !== null) {
      const text = better
        .map(({ words, isQuoted }) => (isQuoted ? `“${words.join(' ')}”` : words.join(' ')))
        .join(' ');
      const results = await searchParts(tx, viewer, input, better, queryKey(text));
      if (isFound(results)) return { ...results, corrected: text };
    }
    return { ...nothing, people: await find.findPeopleLike(tx, queryKey(input.q)) };
  });

/** A single character of a script without spaces is the beginning of a pair in the index. */
const isShort = ({ words }: QueryPart): boolean => isUnspaced(words.at(-1) ?? '');

const isFound = ({ stories, chapters, people }: Results): boolean =>
  stories.length + chapters.length + people.length > 0;

async function searchParts(
  tx: Db,
  viewer: ListViewer,
  { sortBy, genres, filter }: SearchInput,
  parts: QueryPart[],
  key: string,
): Promise<Results> {
  const stems = await stemsOf(
    tx,
    parts.flatMap(({ words }) => words),
  );
  const query = termsOf(parts, stems);
  const wanted: find.Wanted = {
    tsquery: tsquery(query),
    words: tsquery(query, '&'),
    key,
    viewer,
    genres,
    filter,
    sort: sortBy,
  };
  const stories = await find.findStoryHits(tx, wanted);
  const chapters = await find.findChapterHits(tx, wanted);
  const people = await find.findPeopleHits(tx, {
    tsquery: tsquery(termsOf(parts, new Map())),
    key,
    sort: sortBy,
  });
  return {
    stories: storiesOf(stories, chapters, sortBy),
    chapters: chaptersOf(chapters, sortBy),
    people,
    corrected: null,
    query,
  };
}

/** Chapters by their best piece, which an excerpt is taken from; other sorts keep the order of the hits. */
function chaptersOf(hits: find.ChapterHit[], sort: SearchSort): Results['chapters'] {
  const best = new Map<string, { piece: number; score: number }>();
  for (const { chapter_id, piece, score } of hits) {
    const before = best.get(chapter_id);
    // The piece with the title alone has no text; the text of the first piece begins the chapter.
    const found = { piece: Math.max(1, piece), score: score ?? 0 };
    if (before === undefined || found.score > before.score) best.set(chapter_id, found);
  }
  const found = [...best]
    .slice(0, searchLimits.counted)
    .map(([id, { piece, score }]) => ({ id, piece, score }));
  if (isByRelevance(sort)) found.sort((a, b) => b.score - a.score);
  return found.map(({ id, piece }) => ({ id, piece }));
}

/** Stories that match themselves, then those with a matching chapter; other sorts mix both. */
function storiesOf(stories: find.StoryHit[], chapters: find.ChapterHit[], sort: SearchSort): string[] {
  const own = new Set(stories.map(({ id }) => id));
  const byText = new Map<string, find.StoryHit>();
  for (const { story_id: id, views, story_published_at: published_at, score } of chapters) {
    const known = byText.get(id);
    if (own.has(id) || (known !== undefined && known.score >= (score ?? 0))) continue;
    byText.set(id, { id, views, published_at, score: score ?? 0 });
  }
  const ofText = [...byText.values()].sort((a, b) => b.score - a.score);
  const all = [...stories, ...ofText];
  if (!isByRelevance(sort)) all.sort(orders[sort]);
  return all.slice(0, searchLimits.counted).map(({ id }) => id);
}

/** No story has a rating yet, so that those keep their relevance. */
const isByRelevance = (sort: SearchSort): sort is 'relevance' | 'rating' =>
  sort === 'relevance' || sort === 'rating';

const byId = (a: find.StoryHit, b: find.StoryHit): number => (a.id < b.id ? 1 : -1);
const orders = {
  newest: (a: find.StoryHit, b: find.StoryHit) => +b.published_at - +a.published_at || byId(a, b),
  oldest: (a: find.StoryHit, b: find.StoryHit) => +a.published_at - +b.published_at || byId(b, a),
  popular: (a: find.StoryHit, b: find.StoryHit) => b.views - a.views || byId(a, b),
};
