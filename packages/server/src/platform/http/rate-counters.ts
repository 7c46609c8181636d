import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../context.ts';
import { fromDatabase, unavailable } from '../db/db-errors.ts';
import { countOnce } from './rate-limits.queries.ts';
import type { Count, Limit } from './rate-limits-table.ts';

/** Maximum number of counts in memory; the least recently used are evicted first. */
const maxCounts = 20_000;

/** Counts calls in this process's memory. */
export function memoryCounter(now = () => performance.now(), max = maxCounts) {
  const counts = new LRUCache<string, { calls: number; endsAt: number }>({ max });
  return (key: string, { timeWindow }: Limit): Count => {
    const time = now();
    const count = counts.get(key);
    if (count === undefined || count.endsAt <= time) {
      counts.set(key, { calls: 1, endsAt: time + timeWindow });
      return { calls: 1, ttl: timeWindow };
    }
    count.calls += 1;
    return { calls: count.calls, ttl: count.endsAt - time };
  };
}

/**
 * Counts calls in the database with one statement each. Refused keys are cached until their window ends, so that a
 * flood of refused calls does not reach the database. A call that cannot be counted fails with 503.
 */
export function databaseCounter(ctx: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  const refused = new LRUCache<string, number>({ max: maxCounts });
  return async (subject: string, { max, timeWindow }: Limit): Promise<Count> => {
    const now = ctx.clock.now().getTime();
    const left = (refused.get(subject) ?? 0) - now;
    if (left > 0 && left <= timeWindow) return { calls: max + 1, ttl: left };
    const key = hash('sha256', subject, 'buffer');
    const { calls, endsAt } = await countOnce(ctx.db, key, now, timeWindow).catch((error) => {
      ctx.log.error({ err: error }, 'a call couldn’t be counted for its rate limit');
      throw fromDatabase(error) ?? unavailable();
    });
    if (calls > max) refused.set(subject, endsAt);
    return { calls, ttl: endsAt - now };
  };
}
