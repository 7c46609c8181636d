import type { PoolClient } from 'pg';

/** How many statements wait for a table that this connection has locked. */
async function countLockWaits(lock: PoolClient): Promise<number> {
  const { rows } = await lock.query<{ waits: number }>(
    'select count(distinct pid)::int as waits from pg_locks where not granted and pid <> pg_backend_pid()',
  );
  return rows[0]?.waits ?? 0;
}

/** The same, once it does not grow any more. */
export async function mostLockWaits(lock: PoolClient): Promise<number> {
  let [most, unchanged] = [0, 0];
  while (most === 0 || unchanged < 20) {
    const waits = await countLockWaits(lock);
    unchanged = waits > most ? 0 : unchanged + 1;
    most = Math.max(most, waits);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return most;
}
