import type { Db } from '../db/db.ts';
import { terminateConnection } from './delivery.queries.ts';

/**
 * Waits at most `milliseconds` for a handler that works in `tx`. On a timeout its connection is terminated, so that
 * its later statements cannot reach another transaction.
 *
 * @throws Error on a timeout, and any error of the handler
 */
export async function withinTime(tx: Db, milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  const outcome = await Promise.race([work, late]).finally(() => clearTimeout(timer));
  if (outcome !== 'late') return;
  work.catch(() => {});
  await terminateConnection(tx).catch(() => {});
  throw new Error(`The handler took longer than ${milliseconds} ms.`);
}
