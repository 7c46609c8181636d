import { AppError } from '../../platform/app-error.ts';
import { isPosition, type ListOrder } from './list-orders.queries.ts';

/** The text for a position in a list, which clients send back as `after`. */
export const encodePosition = (order: ListOrder, position: string[]): string =>
  Buffer.from(JSON.stringify([order, ...position])).toString('base64url');

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}

/** The position that a client has sent back. Throws BAD_INPUT for one of another list, or of none. */
export function decodePosition(order: ListOrder, after: string): string[] {
  const parsed = parse(after);
  const [from, ...position]: unknown[] = Array.isArray(parsed) ? parsed : [];
  if (from === order && isPosition(order, position)) return position;
  const message = 'This position does not belong to this list. Leave it out to start at the first page.';
  throw new AppError('BAD_INPUT', message, { fields: [{ path: 'after', message }] });
}
