import type { Clock } from '../clock.ts';
import { type Db, transaction } from '../db/db.ts';
import type { Log } from '../log.ts';
import type { EventRow } from './delivery.queries.ts';
import type { Listener } from './listener.ts';
import { withinTime } from './within-time.ts';

export interface Delivery {
  db: Db;
  clock: Clock;
  log: Log;
  listener: Listener;
  /** Aborted when the server stops: what fails after that is no failure of the event. */
  signal: AbortSignal;
}

export interface Delivered {
  handled: number;
  failed: number;
  /** Whether there may be more to do at once. */
  more: boolean;
}

/** Why an event could not be handled, as its cause. */
class EventFailed extends Error {}

/**
 * Handles an event in a transaction of its own, if `prepare` says so there. A failure is given back; it is thrown
 * when no handler had begun, since then it says nothing of the event.
 */
export async function attempt<Other extends string>(
  { db, log, listener, signal }: Delivery,
  event: EventRow,
  prepare: (tx: Db) => Promise<'handle' | Other>,
  finish: (tx: Db) => Promise<void> = async () => {},
): Promise<'handled' | 'stopped' | Other | EventFailed> {
  let begun = false;
  // Of a handler that was cut off, the rollback fails as well, and says less.
  let thrown: unknown;
  try {
    return await transaction(db, async (tx) => {
      begun = false;
      thrown = undefined;
      const next = await prepare(tx);
      if (next !== 'handle') return next;
      begun = true;
      const { payload, position, created_at: createdAt } = event;
      const handled = listener.handlers.get(event.type)?.({ payload, position, createdAt }, tx);
      if (handled !== undefined) {
        await withinTime(tx, listener.timeout, handled).catch((error: unknown) => {
          thrown = error;
          throw error;
        });
      }
      await finish(tx);
      return 'handled';
    });
  } catch (error) {
    if (!begun) throw error;
    if (signal.aborted) return 'stopped';
    const { type, position, subject } = event;
    const cause = thrown ?? error;
    log.warn({ err: cause, listener: listener.name, event: type, position, subject }, 'a listener failed');
    return new EventFailed('A listener failed.', { cause });
  }
}
