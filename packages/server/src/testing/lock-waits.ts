import type { PoolClient } from 'pg';

/** The number of statements that wait for a table in this database; other tests wait in theirs. */
async function countLockWaits(lock: PoolClient): Promise<number> {
  const { rows } = await lock.query<{ waits: number }>(
    `select count(distinct pid)::int as waits from pg_locks
     where not granted and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.waits ?? 0;
}

/** The number of statements that wait for a table of this database, once it no longer grows. */
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
