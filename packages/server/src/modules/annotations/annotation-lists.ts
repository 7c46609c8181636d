import { type Pagination, paginate } from '@inkling/contract/page';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import * as queries from './annotation-lists.queries.ts';
import type { AnnotationRow } from './annotations.queries.ts';

const states = perInstance((db: Db) =>
  loader((lookups: queries.ChapterLookup[]) => queries.findChapterStates(db, lookups)),
);
const responses = perInstance((_db: Db) => revisionCache(({ size }: PrebuiltJson) => size));

const position = z.discriminatedUnion('order', [
  z.object({ order: z.literal('place'), start: z.int32(), end: z.int32(), id: z.uuid() }),
  z.object({ order: z.literal('time'), id: z.uuid() }),
]);

const encode = (at: queries.Position): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** Decodes the position that a client sent back. Throws BAD_INPUT unless it is a position in this list. */
function decode(after: string, filter: queries.AnnotationFilter): queries.Position {
  try {
    const at = position.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
    if (at.order === queries.orderOf(filter)) return at;
  } catch {
    // Not a position at all.
  }
  const message = 'This position does not belong to this list. Leave it out to start at the first page.';
  throw new AppError('BAD_INPUT', message, { fields: [{ path: 'after', message }] });
}

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
  const from = after === undefined ? null : decode(after, filter);
  const [rows, total] = await Promise.all([
    queries.listAnnotations(db, viewer.id, filter, { after: from, page, limit }),
    queries.countAnnotations(db, viewer.id, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? {} : { next: encode(queries.positionOf(queries.orderOf(filter), last)) };
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
