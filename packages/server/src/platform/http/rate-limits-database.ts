import { hash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import { minute } from '../clock.ts';
import type { AppContext } from '../context.ts';
import { type Db, sql } from '../db/db.ts';
import { fromDatabase } from '../db/db-errors.ts';
import type { Count, Limit } from './rate-limits-table.ts';

declare module '../db/tables.ts' {
  interface Tables {
    call_counts: { key: Buffer; calls: number; ends_at: Date };
  }
}

const maxRemembered = 20_000;

/** By how much the clocks of two processes may differ. */
const clocksDiffer = minute;

/** A window that ends later than one that begins now was begun by a clock that was ahead, and counts as over. */
const countOnce = async (db: Db, key: Buffer, now: Date, ends: Date) => {
  const latest = new Date(ends.getTime() + clocksDiffer);
  const { rows } = await sql<{ calls: number; ends_at: Date }>`
    insert into call_counts as kept (key, calls, ends_at) values (${key}, 1, ${ends})
    on conflict (key) do update set
      calls = case when kept.ends_at > ${now} and kept.ends_at <= ${latest} then kept.calls + 1 else 1 end,
      ends_at = case when kept.ends_at > ${now} then least(kept.ends_at, excluded.ends_at)
        else excluded.ends_at end
    returning calls, ends_at`.execute(db);
  return rows[0];
};

/**
 * Counts calls in the database, in one statement each. Whoever is beyond the limit is remembered here until the
 * window is over, so that a flood of calls that are refused costs the database nothing.
 */
export function databaseCounter(ctx: Pick<AppContext, 'db' | 'clock' | 'log'>) {
  const refused = new Map<string, number>();
  return async (who: string, { max, timeWindow }: Limit): Promise<Count> => {
    const now = ctx.clock.now();
    const ttl = (refused.get(who) ?? 0) - now.getTime();
    if (ttl > 0 && ttl <= timeWindow) return { calls: max + 1, ttl };
    refused.delete(who);
    const key = hash('sha256', who, 'buffer');
    const row = await countOnce(ctx.db, key, now, new Date(now.getTime() + timeWindow)).catch((error) => {
      throw notCounted(ctx, error);
    });
    if (row === undefined) return { calls: 1, ttl: timeWindow };
    if (row.calls > max) {
      if (refused.size >= maxRemembered) refused.clear();
      refused.set(who, row.ends_at.getTime());
    }
    return { calls: row.calls, ttl: row.ends_at.getTime() - now.getTime() };
  };
}

/** What cannot be counted is neither let pass nor a fault without a name: these calls need the database anyway. */
function notCounted(ctx: Pick<AppContext, 'log'>, error: unknown): AppError {
  ctx.log.error({ err: error }, 'a call could not be counted against its limit');
  const message = 'The database is away for a moment. Please try again shortly.';
  return fromDatabase(error) ?? new AppError('UNAVAILABLE', message, { retryAfterSeconds: 2 });
}

/** Forgets the counts of windows that are over. */
export const deleteOldCounts = (db: Db, now: Date) =>
  db.deleteFrom('call_counts').where('ends_at', '<=', now).execute();
