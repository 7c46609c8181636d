import { type Db, sql } from '../db/db.ts';

/**
 * Waits for a handler that works in `tx`, at most `milliseconds`. One that takes longer loses its connection, so that
 * whatever it still does reaches no transaction of anyone else's.
 *
 * @throws Error when the time is over, beside what the handler throws
 */
export async function withinTime(tx: Db, milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  const outcome = await Promise.race([work, late]).finally(() => clearTimeout(timer));
  if (outcome !== 'late') return;
  work.catch(() => {});
  await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx).catch(() => {});
  throw new Error(`The handler took longer than ${milliseconds} ms.`);
}
