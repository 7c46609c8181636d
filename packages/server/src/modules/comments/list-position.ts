import type { CommentSort } from '@inkling/contract/comments';
import { id as idSchema } from '@inkling/contract/text';
import { AppError } from '../../platform/app-error.ts';
import type { ListPosition, ReplyRow } from './comment-lists.queries.ts';

type Order = CommentSort | 'replies';

/** Encodes the position of a comment in a list; clients send it back as `after`. */
export const encodePosition = (order: Order, row: Pick<ReplyRow, 'likes' | 'created_at' | 'id'>): string =>
  Buffer.from(JSON.stringify([order, row.likes, new Date(row.created_at).getTime(), row.id])).toString(
    'base64url',
  );

function parse(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}

/** Milliseconds up to which PostgreSQL accepts the time. */
const latest = Date.UTC(9999, 0, 1);

/** Decodes the position that a client sent back; null for none. Throws BAD_INPUT for a position in another list. */
export function decodePosition(order: Order, after: string | undefined): ListPosition | null {
  if (after === undefined) return null;
  const [from, likes, time, id] = parse(after);
  const isTime = Number.isSafeInteger(time) && Math.abs(Number(time)) < latest;
  if (from === order && Number.isSafeInteger(likes) && isTime && idSchema.safeParse(id).success)
    return { likes: Number(likes), createdAt: new Date(Number(time)), id: String(id) };
  const message = 'This position does not belong to this list. Leave it out to start at the first page.';
  throw new AppError('BAD_INPUT', message, { fields: [{ path: 'after', message }] });
}
