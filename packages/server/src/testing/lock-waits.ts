import type { PoolClient } from 'pg';

/** The number of statements that wait for a lock. */
async function countLockWaits(lock: PoolClient): Promise<number> {
  const { rows } = await lock.query<{ waits: number }>(
    'select count(distinct pid)::int as waits from pg_locks where not granted and pid <> pg_backend_pid()',
  );
  return rows[0]?.waits ?? 0;
}

/** The number of statements that wait for a lock, once it no longer grows. */
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
