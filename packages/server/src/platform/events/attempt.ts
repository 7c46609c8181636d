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
  /** Aborted when the server stops: later errors do not count as failures of the event. */
  signal: AbortSignal;
}

export interface Delivered {
  handled: number;
  failed: number;
  /** Whether more events may be due now. */
  more: boolean;
}

/** A handler's failure; `cause` is its error. */
class EventFailed extends Error {}

/**
 * Handles an event in its own transaction, if `prepare` returns 'handle'. A handler's failure is returned; an error
 * before the handler starts is handlerError, since it is not a failure of the event.
 */
export async function attempt<Other extends string>(
  { db, log, listener, signal }: Delivery,
  event: EventRow,
  prepare: (tx: Db) => Promise<'handle' | Other>,
  finish: (tx: Db) => Promise<void> = async () => {},
): Promise<'handled' | 'stopped' | Other | EventFailed> {
  let handling = false;
  // After a timeout the rollback fails too, with a less useful error.
  let handlerError: unknown;
  try {
    return await transaction(db, async (tx) => {
      handling = false;
      handlerError = undefined;
      const next = await prepare(tx);
      if (next !== 'handle') return next;
      handling = true;
      const { payload, position, created_at: createdAt } = event;
      const handled = listener.handlers.get(event.type)?.({ payload, position, createdAt }, tx);
      if (handled !== undefined) {
        await withinTime(tx, listener.timeout, handled).catch((error: unknown) => {
          handlerError = error;
          throw error;
        });
      }
      await finish(tx);
      return 'handled';
    });
  } catch (error) {
    if (!handling) throw error;
    if (signal.aborted) return 'stopped';
    const { type, position, subject } = event;
    const cause = handlerError ?? error;
    log.warn(
      { err: cause, listener: listener.name, event: type, position, subject },
      'a listener failed to handle an event',
    );
    return new EventFailed('A listener failed.', { cause });
  }
}
