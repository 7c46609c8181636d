import { type Pagination, paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { decodePosition, encodePosition } from '../../platform/list-position.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import * as queries from './annotation-lists.queries.ts';
import type { AnnotationRow } from './annotations.queries.ts';

const states = perInstance((db: Db) =>
  loader((lookups: queries.ChapterLookup[]) => queries.findChapterStates(db, lookups)),
);
const responses = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

interface PageQuery extends queries.AnnotationFilter {
  page: number;
  limit: number;
  after?: string | undefined;
}

interface Page<Item> {
  data: Item[];
  pagination: Pagination & { next?: string };
}

async function load<Item>(
  { db }: Pick<RequestContext, 'db'>,
  viewer: Viewer,
  { page, limit, after, ...filter }: PageQuery,
  present: (row: AnnotationRow) => Item,
): Promise<Page<Item>> {
  const order = queries.orderOf(filter);
  const from = after === undefined ? null : decodePosition<queries.Position>(after, queries.positions[order]);
  const [rows, total] = await Promise.all([
    queries.listAnnotations(db, viewer.id, filter, { after: from, page, limit }),
    queries.countAnnotations(db, viewer.id, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? {} : { next: encodePosition(queries.positionOf(order, last)) };
  return {
    data: shown.map(present),
    pagination: { ...paginate(page, limit, total), hasMore: last !== undefined, ...next },
  };
}

/**
 * One page of the viewer's annotations (docs/product/annotations.md#lists). The pages of a chapter, which each opening of
 * it requests, come from the cache while neither the annotations nor what they show of the story has changed.
 */
export async function listAnnotations<Item>(
  ctx: RequestContext,
  viewer: Viewer,
  query: PageQuery,
  present: (row: AnnotationRow) => Item,
): Promise<Page<Item> | PrebuiltJson> {
  const { chapterId, q } = query;
  if (chapterId === undefined || q !== undefined) return load(ctx, viewer, query, present);
  const state = await states(ctx.db)({ userId: viewer.id, chapterId });
  if (state === undefined || state.revision === null) return load(ctx, viewer, query, present);
  const key = JSON.stringify([viewer.id, query]);
  return responses(ctx.db).load(key, state.revision, async () =>
    prebuiltJson(await load(ctx, viewer, query, present)),
  );
}
