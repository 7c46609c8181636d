import type { RequestContext, Viewer } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import * as queries from './history.queries.ts';
import { queryKey } from './parse-query.ts';

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
