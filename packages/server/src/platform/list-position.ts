import { type Pagination, paginate } from '@inkling/contract/page';
import type { z } from 'zod';
import { badInput } from './app-error.ts';

/** The text for a position in a list, which clients send back as `after`. */
export const encodePosition = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position that a client has sent back. Throws BAD_INPUT for one of another list, or of none. */
export function decodePosition<Position>(after: string, schema: z.ZodType<Position>): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
  } catch {
    throw badInput(
      'after',
      'This position doesn’t belong to this list. Leave it out to start at the first page.',
    );
  }
}

/** The pagination of a page. After a position, only a full page tells that there may be more. */
export function paginateByPosition<Row>(
  { page, limit, after }: { page: number; limit: number; after?: unknown },
  rows: Row[],
  total: number,
  positionOf: (row: Row) => unknown,
): Pagination & { next?: string } {
  const pagination = paginate(page, limit, total);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const hasMore = after === undefined ? pagination.hasMore : last !== undefined;
  return { ...pagination, hasMore, ...(hasMore && last && { next: encodePosition(positionOf(last)) }) };
}
