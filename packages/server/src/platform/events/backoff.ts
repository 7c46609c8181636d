import { withoutValues } from '../db/db-errors.ts';

/** Attempts before an event is set aside. */
const maxAttempts = 10;
const initialDelayMs = 5_000;

/** When to retry after this many failures: 5 seconds, doubled each time; null to set the event aside. */
export const retryAt = (attempts: number, now: Date): Date | null =>
  attempts >= maxAttempts ? null : new Date(now.getTime() + initialDelayMs * 2 ** (attempts - 1));

const maxErrorLength = 300;

/** The stored text of an error. A database error can repeat values of its statement: only its code is stored. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error';
  const text =
    withoutValues(error) !== null && 'code' in error
      ? `database error ${String(error.code)}`
      : `${error.name}: ${error.message}`;
  // PostgreSQL rejects NUL in text: a failure that cannot be stored would block its listener.
  return text.replaceAll('\0', '').slice(0, maxErrorLength);
}
