import { type Pagination, paginate } from '@inkling/contract/page';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { decodePosition, encodePosition } from '../../platform/list-position.ts';
import { readerOf } from '../chapters/index.ts';
import * as queries from './annotation-lists.queries.ts';
import type { AnnotationRow } from './annotations.queries.ts';

interface PageQuery extends queries.AnnotationFilter {
  page: number;
  limit: number;
  after?: string | undefined;
}

interface Page<Item> {
  data: Item[];
  pagination: Pagination & { next?: string };
}

/** One page of the viewer's annotations (docs/product/annotations.md#lists). */
export async function listAnnotations<Item>(
  ctx: RequestContext,
  viewer: Viewer,
  { page, limit, after, ...filter }: PageQuery,
  present: (row: AnnotationRow) => Item,
): Promise<Page<Item>> {
  const order = queries.orderOf(filter);
  const from = after === undefined ? null : decodePosition<queries.Position>(after, queries.positions[order]);
  const [rows, total] = await Promise.all([
    queries.listAnnotations(ctx.db, readerOf(ctx, viewer), filter, { after: from, page, limit }),
    queries.countAnnotations(ctx.db, viewer.id, filter),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const next = last === undefined ? {} : { next: encodePosition(queries.positionOf(order, last)) };
  return {
    data: shown.map(present),
    pagination: { ...paginate(page, limit, total), hasMore: last !== undefined, ...next },
  };
}
