import pg, { type PoolClient } from 'pg';
import { askReadOnly } from '../platform/db/database-watch.ts';
import { isInBackground } from '../platform/db/timeouts.ts';

/**
 * Records the SQL statements of requests, or those of background work, from now on, transactions' own included; ends when
 * its result is called.
 */
export function recordStatements(of: 'requests' | 'background' = 'requests'): () => string[] {
  const { prototype } = pg.Client;
  const { query } = prototype;
  const statements: string[] = [];
  Object.assign(prototype, {
    query(...args: unknown[]) {
      const given: unknown = args[0];
      const text =
        typeof given === 'object' && given !== null && 'text' in given ? String(given.text) : `${given}`;
      // The watch asks by itself while a request waits, as one does on a busy machine.
      if (text !== askReadOnly && isInBackground() === (of === 'background')) statements.push(text);
      return Reflect.apply(query, this, args);
    },
  });
  return () => {
    Object.assign(prototype, { query });
    return statements;
  };
}

/** The number of statements that wait for a lock in this database; other tests wait in theirs. */
async function countLockWaits(lock: PoolClient): Promise<number> {
  // A transaction sees the activity of its first look otherwise.
  await lock.query('select pg_stat_clear_snapshot()');
  const { rows } = await lock.query<{ waits: number }>(
    `select count(*)::int as waits from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.waits ?? 0;
}

/** The number of statements that wait for a lock of this database, once it no longer grows. */
export async function settledLockWaits(lock: PoolClient): Promise<number> {
  let [max, unchanged] = [0, 0];
  while (max === 0 || unchanged < 20) {
    const waits = await countLockWaits(lock);
    unchanged = waits > max ? 0 : unchanged + 1;
    max = Math.max(max, waits);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return max;
}
