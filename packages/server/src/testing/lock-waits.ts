import type { PoolClient } from 'pg';

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
