import { type Db, transaction } from '../db/db.ts';
import { lockRelay, moveToLog } from './outbox.queries.ts';

/** Events moved per transaction. */
const batchSize = 500;

/** Moves committed events from the outbox to the log until none is left or another process has the lock. */
export async function relayEvents(db: Db, signal?: AbortSignal): Promise<number> {
  let moved = 0;
  for (;;) {
    if (signal?.aborted) return moved;
    const count = await transaction(db, async (tx) => {
      const lastPosition = await lockRelay(tx);
      return lastPosition === null ? 0 : moveToLog(tx, lastPosition, batchSize);
    });
    moved += count;
    if (count < batchSize) return moved;
  }
}
