import { hash } from 'node:crypto';
import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
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
import { findPeople, findPieces, findStories, type Search, type Sortable, storyOrders } from './find.ts';
import { findPeopleLike, findShownPeople } from './find-people.queries.ts';
import type { ChapterHit, StoryHit } from './find-texts.queries.ts';
import { parseQuery, type QueryPart, queryKey } from './parse-query.ts';
import { type Terms, termsOf } from './query-forms.ts';
import { type KnownMarks, knownMarksBytes, noMarks } from './search.present.ts';
import { termsIn } from './stems.ts';
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
  marks: KnownMarks;
}

export interface SearchInput {
  q: string;
  sortBy: SearchSort;
  genres: string[] | undefined;
  filter?: StoryFilter | undefined;
}

const nothing = (): Results => ({
  stories: [],
  chapters: [],
  people: [],
  corrected: null,
  query: [],
  marks: noMarks(),
});

const cacheBytes = 8 * 1024 * 1024;
const bytesOf = ({ stories, chapters, people, query }: Results): number =>
  2000 +
  knownMarksBytes +
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
  /** How many languages the index has; words have stems in each. */
  languages: number;
}

const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * Readers who filter alike share results, with visitors if they hide nothing. Authors have their own, since their own
 * mature stories are shown to them, and so do readers who hide single stories.
 */
export async function audienceOf(db: Db, viewer: Viewer | null): Promise<Audience> {
  const { revision = '', hides = false, languages = 0 } = (await revisions(db)(viewer?.id ?? '')) ?? {};
  const everyone: Audience = { viewer: null, key: '', revision, languages };
  if (viewer === null) return everyone;
  const { contentFilter } = viewer;
  if (hides || viewer.role === 'author')
    return { ...everyone, viewer, key: keyOf([viewer.id, contentFilter]) };
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilter;
  if (!showsMature && hiddenTags.length + hiddenWarnings.length === 0) return everyone;
  return { ...everyone, viewer: { id: nobody, contentFilter }, key: keyOf(contentFilter) };
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
  if (parts.length === 0) return nothing();
  const audience = await audienceOf(db, viewer);
  const key = JSON.stringify([audience.key, input]);
  const results = await cachedResults(db).load(key, audience.revision, () =>
    inTurn(db, () => searchOnce(db, audience, input, parts)),
  );
  // The revision does not count suspensions and deletions of people.
  return { ...results, people: await findShownPeople(db, results.people) };
}

const searchOnce = (
  db: Db,
  { viewer, languages }: Audience,
  { q, sortBy: sort, genres, filter }: SearchInput,
  parts: QueryPart[],
): Promise<Results> =>
  find.searching(db, { genres, filter }, async (tx) => {
    const connection = { db, tx, languages };
    const searchFor = async (meant: QueryPart[], key: string): Promise<Results> =>
      searchParts(
        { db, tx, key, viewer, genres, filter, sort, query: await termsIn(connection, meant) },
        meant,
      );
    // The last word is complete, or else the beginning of one.
    const complete = parts.map((part) => ({ ...part, isPrefix: part.isPrefix && isShort(part) }));
    for (const meant of [complete, parts]) {
      const typed = await searchFor(meant, queryKey(q));
      if (isFound(typed)) return typed;
      if (!parts.at(-1)?.isPrefix) break;
    }
    const better = await correct(connection, parts, { viewer, genres, filter });
    if (better !== null) {
      const text = better
        .map(({ words, isQuoted }) => (isQuoted ? `“${words.join(' ')}”` : words.join(' ')))
        .join(' ');
      const results = await searchFor(better, queryKey(text));
      if (isFound(results)) return { ...results, corrected: text };
    }
    return { ...nothing(), people: await findPeopleLike(tx, queryKey(q)) };
  });

/** A single character of a script without spaces is the beginning of a pair in the index. */
const isShort = ({ words }: QueryPart): boolean => isUnspaced(words.at(-1) ?? '');

const isFound = ({ stories, chapters, people }: Results): boolean =>
  stories.length + chapters.length + people.length > 0;

async function searchParts(search: Search, parts: readonly QueryPart[]): Promise<Results> {
  const stories = await findStories(search);
  const pieces = await findPieces(search);
  // Names have no stems.
  const people = await findPeople({ ...search, query: termsOf(parts, new Map()) });
  return {
    stories: storiesOf(stories, pieces, search.sort),
    chapters: chaptersOf(pieces),
    people,
    corrected: null,
    query: [...search.query],
    marks: noMarks(),
  };
}

/** Chapters in the order of their first piece, by their best piece, which an excerpt is taken from. */
function chaptersOf(hits: ChapterHit[]): Results['chapters'] {
  const best = new Map<string, ChapterHit>();
  for (const hit of hits) {
    const before = best.get(hit.chapter_id);
    if (before === undefined || hit.score > before.score) best.set(hit.chapter_id, hit);
  }
  return (
    [...best]
      .slice(0, searchLimits.counted)
      // The piece with the title alone has no text; the text of the first piece begins the chapter.
      .map(([id, { piece }]) => ({ id, piece: Math.max(1, piece) }))
  );
}

/** Stories that match themselves, then those with a matching chapter; other sorts mix both. */
function storiesOf(stories: StoryHit[], pieces: ChapterHit[], sort: SearchSort): string[] {
  const own = new Set(stories.map(({ id }) => id));
  const byText = new Map<string, Sortable>();
  for (const {
    story_id: id,
    views,
    story_published_at: published_at,
    story_rating: rating,
    score,
  } of pieces) {
    const known = byText.get(id);
    if (own.has(id) || (known !== undefined && known.score >= score)) continue;
    byText.set(id, { id, views, published_at, rating, score });
  }
  const ofText = [...byText.values()].sort(storyOrders[sort]);
  const all: Sortable[] = [...stories, ...ofText];
  if (sort !== 'relevance') all.sort(storyOrders[sort]);
  return all.slice(0, searchLimits.counted).map(({ id }) => id);
}
