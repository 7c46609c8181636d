import { day } from '../../platform/clock.ts';
import type { AppContext, RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { scheduledJob } from '../../platform/jobs/jobs.ts';
import { usualTerms } from './correct.ts';
import * as queries from './history.queries.ts';
import { listFrequentTerms, listTrending, saveTrending } from './history.queries.ts';
import { queryKey } from './parse-query.ts';
import { findResults } from './results.ts';

/** A person's last searches, newest first. */
export const listHistory = (ctx: RequestContext, viewer: Viewer): Promise<string[]> =>
  queries.listTerms(ctx.db, viewer.id);

/** Remembers a search that the person has submitted (docs/product/search.md#history). */
export const addToHistory = (ctx: RequestContext, viewer: Viewer, term: string): Promise<string[]> =>
  transaction(ctx.db, async (tx) => {
    // A term such as '..' finds nothing, and could not be the last part of the path that deletes it.
    if (queryKey(term) !== '') await queries.addTerm(tx, viewer.id, term, ctx.clock.now());
    return queries.listTerms(tx, viewer.id);
  });

export async function removeFromHistory(
  ctx: RequestContext,
  viewer: Viewer,
  term: string,
): Promise<string[]> {
  await queries.removeTerm(ctx.db, viewer.id, term);
  return queries.listTerms(ctx.db, viewer.id);
}

export async function clearHistory(ctx: RequestContext, viewer: Viewer): Promise<void> {
  await queries.removeTerms(ctx.db, viewer.id);
}

type Ctx = Pick<AppContext, 'db' | 'clock'>;

/** A term needs searches by this many people, so that no one person's search is revealed. */
const minPeople = 5;
const window = 7 * day;
/** How old their accounts are at least, so that accounts made for it can't push a term at once. */
const minAge = 7 * day;

/** The most frequent searches of the last days, `trending` of them, filled up with default terms. */
export async function trendingTerms({ db }: Pick<Ctx, 'db'>): Promise<{ data: string[]; trending: number }> {
  const terms = await listTrending(db);
  const known = new Set(terms.map((term) => term.toLowerCase()));
  const data = [...terms, ...usualTerms.filter((term) => !known.has(term))].slice(0, usualTerms.length);
  return { data, trending: terms.length };
}

/** Finds what many people have searched for, limited to terms with results for visitors. */
export async function updateTrending({ db, clock }: Ctx): Promise<void> {
  const now = clock.now().getTime();
  const frequent = await listFrequentTerms(db, {
    since: new Date(now - window),
    joinedBefore: new Date(now - minAge),
    people: minPeople,
    limit: 2 * usualTerms.length,
  });
  const shown: string[] = [];
  for (const term of frequent) {
    const { stories, corrected, missing } = await findResults(db, null, {
      q: term,
      sortBy: 'relevance',
      filter: {},
    });
    if (stories.length > 0 && corrected === null && missing.size === 0) shown.push(term);
  }
  await transaction(db, (tx) => saveTrending(tx, shown.slice(0, usualTerms.length)));
}

export const updateTrendingRegularly = scheduledJob('search-trending', '*/10 * * * *', updateTrending);
