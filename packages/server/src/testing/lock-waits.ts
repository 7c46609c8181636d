import type { PoolClient } from 'pg';

/** How many statements wait for a table that this connection has locked. */
async function countLockWaits(lock: PoolClient): Promise<number> {
  const { rows } = await lock.query<{ waits: number }>(
    'select count(distinct pid)::int as waits from pg_locks where not granted and pid <> pg_backend_pid()',
  );
  return rows[0]?.waits ?? 0;
}

/** The same, once it does not grow any more. */
export async function maxLockWaits(lock: PoolClient): Promise<number> {
  let [max, unchanged] = [0, 0];
  while (max === 0 || unchanged < 20) {
    const waits = await countLockWaits(lock);
    unchanged = waits > max ? 0 : unchanged + 1;
    max = Math.max(max, waits);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return max;
}
