import { hash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { AppContext } from '../context.ts';
import { fromDatabase } from '../db/db-errors.ts';
import { countOnce } from './rate-limits.queries.ts';
import type { Count, Limit } from './rate-limits-table.ts';

const maxCachedRefusals = 20_000;

/**
 * Counts calls in the database with one statement each. Refused keys are cached until their window ends, so that a
 * flood of refused calls does not reach the database.
 */
export function databaseCounter(ctx: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  const refused = new Map<string, number>();
  return async (subject: string, { max, timeWindow }: Limit): Promise<Count> => {
    const now = ctx.clock.now();
    const ttl = (refused.get(subject) ?? 0) - now.getTime();
    if (ttl > 0 && ttl <= timeWindow) return { calls: max + 1, ttl };
    refused.delete(subject);
    const key = hash('sha256', subject, 'buffer');
    const row = await countOnce(ctx.db, key, now, new Date(now.getTime() + timeWindow)).catch((error) => {
      throw countFailed(ctx, error);
    });
    if (row === undefined) return { calls: 1, ttl: timeWindow };
    if (row.calls > max) {
      if (refused.size >= maxCachedRefusals) refused.clear();
      refused.set(subject, row.ends_at.getTime());
    }
    return { calls: row.calls, ttl: row.ends_at.getTime() - now.getTime() };
  };
}

/** A call that cannot be counted fails with 503; it would need the database anyway. */
function countFailed(ctx: Pick<AppContext, 'log'>, error: unknown): AppError {
  ctx.log.error({ err: error }, 'a call could not be counted for its rate limit');
  const message = 'The database is temporarily unavailable. Please try again shortly.';
  return fromDatabase(error) ?? new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}
