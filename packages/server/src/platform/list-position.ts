import type { z } from 'zod';
import { AppError } from './app-error.ts';

/** The text for a position in a list, which clients send back as `after`. */
export const encodePosition = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** The position that a client has sent back. Throws BAD_INPUT for one of another list, or of none. */
export function decodePosition<Position>(after: string, schema: z.ZodType<Position>): Position {
  try {
    return schema.parse(JSON.parse(Buffer.from(after, 'base64url').toString()));
  } catch {
    const message = 'This position does not belong to this list. Leave it out to start at the first page.';
    throw new AppError('BAD_INPUT', message, { fields: [{ path: 'after', message }] });
  }
}
