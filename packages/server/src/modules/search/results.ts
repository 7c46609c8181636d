import { hash } from 'node:crypto';
import type { SearchSort } from '@inkling/contract/search';
import pLimit from 'p-limit';
import { AppError } from '../../platform/app-error.ts';
import type { Viewer } from '../../platform/context.ts';
import { type Db, ownConnections } from '../../platform/db/db.ts';
import { databaseFault } from '../../platform/db/db-errors.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import type { ListViewer, StoryFilter } from '../stories/index.ts';
import { correct } from './correct.ts';
import { frequencyOf } from './frequencies.ts';
import { stemmersOf } from './languages.ts';
import { findMatches, findPeopleLike, type Matches, type Wanted } from './matches.queries.ts';
import { parseQuery, type QueryPart, queryKey, withIgnored } from './parse-query.ts';
import { formsOf, type Stems, type Terms, termsOf, wordsOf } from './query-forms.ts';
import { type KnownMarks, knownMarksBytes } from './search.present.ts';
import { isUnspaced } from './tokens.ts';
import { findState } from './words.queries.ts';

/** Everything that matches a query. */
export interface Results extends Matches {
  /** The query that was searched instead. */
  corrected: string | null;
  /** What matches, to mark it. */
  query: Terms[];
  marks: KnownMarks;
}

export interface SearchInput {
  q: string;
  sortBy: SearchSort;
  filter: StoryFilter;
}

const nothing = (): Results => ({
  stories: [],
  chapters: [],
  people: [],
  corrected: null,
  query: [],
  marks: new Map(),
});

const bytesOf = ({ stories, chapters, people, query }: Results): number =>
  2000 +
  knownMarksBytes +
  70 * (stories.length + people.length) +
  140 * chapters.length +
  100 * query.flat().reduce((sum, term) => sum + formsOf(term).length, 0);
const cachedResults = perInstance((_db: Db) => revisionCache(bytesOf));

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

/**
 * The connections of searches. Their statements end soon, and their plans are kept, since planning takes longer than most
 * searches: nested loops only, in the order in which the statements are written, and never a whole table.
 */
export const searchConnections = perInstance((db: Db) =>
  ownConnections(db, {
    max: concurrency,
    settings: {
      statement_timeout: '1500',
      plan_cache_mode: 'force_generic_plan',
      enable_seqscan: 'off',
      enable_hashjoin: 'off',
      enable_mergejoin: 'off',
      jit: 'off',
    },
  }),
);

const nobody = '00000000-0000-0000-0000-000000000000';

/** Short for any filter, since it is part of cache keys. */
const keyOf = (filter: unknown): string => hash('sha256', JSON.stringify(filter), 'base64url');

/**
 * Readers who filter alike share results, with visitors if they hide nothing. Authors have their own, since their own
 * mature stories are shown to them, and so do readers who hide single stories.
 */
function audienceOf(viewer: Viewer | null, hides: boolean): { viewer: ListViewer; key: string } {
  if (viewer === null) return { viewer: null, key: '' };
  const { contentFilter } = viewer;
  if (hides || viewer.role === 'author') return { viewer, key: keyOf([viewer.id, contentFilter]) };
  const { showsMature, hiddenTags, hiddenWarnings } = contentFilter;
  if (!showsMature && hiddenTags.length + hiddenWarnings.length === 0) return { viewer: null, key: '' };
  return { viewer: { id: nobody, contentFilter }, key: keyOf(contentFilter) };
}

/** What matches a query and is shown to the viewer. Repeated queries are answered from memory until something changes. */
export async function findResults(db: Db, viewer: Viewer | null, input: SearchInput): Promise<Results> {
  const parts = parseQuery(input.q);
  if (parts.length === 0) return nothing();
  const own = searchConnections(db);
  const stemmers = stemmersOf(viewer?.languages);
  const { revision, hides, stems } = await findState(own, viewer?.id ?? null, wordsOf(parts), stemmers);
  const audience = audienceOf(viewer, hides);
  const key = JSON.stringify([audience.key, stemmers, input]);
  return cachedResults(db).load(key, revision, () => searchOnce(own, audience.viewer, input, parts, stems));
}

/** What these parts of a query find; if that takes too long, what is found among the first texts. */
export async function findParts(
  db: Db,
  parts: readonly QueryPart[],
  stems: Stems,
  wanted: Omit<Wanted, 'query' | 'isFrequent'>,
): Promise<Matches & { query: Terms[] }> {
  const query = termsOf(parts, stems);
  const isFrequent = await frequencyOf(db, query);
  const all = { ...wanted, query, isFrequent };
  const matches = await findMatches(db, all).catch((error: unknown) => {
    if (databaseFault(error)?.code !== '57014') throw error;
    return findMatches(db, all, false);
  });
  return { ...matches, query };
}

async function searchOnce(
  db: Db,
  viewer: ListViewer,
  { q, sortBy: sort, filter }: SearchInput,
  parts: QueryPart[],
  stems: Stems,
): Promise<Results> {
  const find = (of: readonly QueryPart[], known: Stems, key: string) =>
    findParts(db, of, known, { key, viewer, filter, sort, chaptersBy: 'text' });
  // The last word is complete, or else the beginning of one.
  const complete = parts.map((part) => ({ ...part, isPrefix: part.isPrefix && isShort(part) }));
  for (const meant of [complete, parts]) {
    const typed = await find(meant, stems, queryKey(q));
    if (isFound(typed)) return { ...nothing(), ...typed };
    if (!parts.at(-1)?.isPrefix) break;
  }
  const better = await correct(db, parts, stems, { viewer, filter });
  if (better !== null) {
    const corrected = withIgnored(q, better.parts)
      .map(({ words, isQuoted }) => (isQuoted ? `“${words.join(' ')}”` : words.join(' ')))
      .join(' ');
    const found = await find(better.parts, better.stems, queryKey(corrected));
    if (isFound(found)) return { ...nothing(), ...found, corrected };
  }
  return { ...nothing(), people: await findPeopleLike(db, queryKey(q)) };
}

/** A single character of a script without spaces is the beginning of a pair in the index. */
const isShort = ({ words }: QueryPart): boolean => isUnspaced(words.at(-1) ?? '');

export const isFound = ({ stories, chapters, people }: Matches): boolean =>
  stories.length + chapters.length + people.length > 0;
