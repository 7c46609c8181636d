import { withoutValues } from '../db/db-errors.ts';

/** How often an event is tried before it is set aside. */
const maxAttempts = 10;
const initialDelayMs = 5_000;

/** When to try again after so many failures: 5 seconds, then twice as long each time; null to set the event aside. */
export const retryAt = (attempts: number, now: Date): Date | null =>
  attempts >= maxAttempts ? null : new Date(now.getTime() + initialDelayMs * 2 ** (attempts - 1));

const maxErrorLength = 300;

/** What is stored of an error. A database error repeats values of its statement, so only its code is kept. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error';
  const text =
    withoutValues(error) !== null && 'code' in error
      ? `database error ${String(error.code)}`
      : `${error.name}: ${error.message}`;
  // PostgreSQL stores no NUL: a failure that cannot be noted would hold up its listener.
  return text.replaceAll('\0', '').slice(0, maxErrorLength);
}
