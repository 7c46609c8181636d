import type { Clock } from '../clock.ts';
import { type Db, transaction } from '../db/db.ts';
import { withoutValues } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import { type EventRow, terminateConnection } from './delivery.queries.ts';
import { recordFailure } from './failures.queries.ts';
import type { Listener } from './listener.ts';

/** Attempts before an event is set aside. */
const maxAttempts = 10;
/** The delay after the first failure; it doubles each time. */
const initialDelayMs = 5_000;
const maxErrorLength = 300;

export interface Delivery {
  db: Db;
  clock: Clock;
  log: Log;
  listener: Listener;
  /** Aborted when the server stops: later errors do not count as failures of the event. */
  signal: AbortSignal;
}

/** One attempt to handle an event. */
interface Attempt<Other> {
  event: EventRow;
  /** How often it has failed. */
  failures: number;
  /** Locks the listener's cursor, and returns 'handle' if this process is to handle the event now. */
  claim(tx: Db): Promise<'handle' | Other>;
  /** Completes the transaction after the handler. */
  finish?(tx: Db): Promise<void>;
}

/**
 * Handles an event in its own transaction, and records a failure of its handler. An error before the handler starts is
 * thrown, since it is not a failure of the event.
 */
export async function attempt<Other extends string>(
  delivery: Delivery,
  { event, failures, claim, finish }: Attempt<Other>,
): Promise<'handled' | 'failed' | 'stopped' | Other> {
  const { db, log, listener, signal } = delivery;
  let handling = false;
  // After a timeout the rollback fails too, with a less useful error.
  let handlerError: unknown;
  try {
    return await transaction(db, async (tx) => {
      handling = false;
      handlerError = undefined;
      const claimed = await claim(tx);
      if (claimed !== 'handle') return claimed;
      handling = true;
      const { payload, position, created_at: createdAt } = event;
      const handled = listener.handlers.get(event.type)?.({ payload, position, createdAt }, tx);
      if (handled !== undefined) {
        await withinTime(tx, listener.timeout, handled).catch((error: unknown) => {
          handlerError = error;
          throw error;
        });
      }
      await finish?.(tx);
      return 'handled';
    });
  } catch (error) {
    if (!handling) throw error;
    if (signal.aborted) return 'stopped';
    const { type, position, subject } = event;
    const cause = handlerError ?? error;
    const details = { listener: listener.name, event: type, position, subject };
    log.warn({ err: cause, ...details }, 'a listener failed to handle an event');
    return transaction(db, async (tx) => {
      const claimed = await claim(tx);
      if (claimed !== 'handle') return claimed;
      await setBack(tx, delivery, event, { failures: failures + 1, cause });
      return 'failed';
    });
  }
}

/** Records a failure, to be retried later or, after too many, set aside. */
async function setBack(
  tx: Db,
  { clock, log, listener }: Delivery,
  { type, position, subject }: EventRow,
  { failures, cause }: { failures: number; cause: unknown },
): Promise<void> {
  const isLast = failures >= maxAttempts;
  const retryAt = isLast ? null : new Date(clock.now().getTime() + initialDelayMs * 2 ** (failures - 1));
  const failure = { listener: listener.name, subject, position, attempts: failures };
  await recordFailure(tx, { ...failure, error: errorText(cause), retryAt });
  if (isLast)
    log.error(
      { ...failure, event: type },
      'an event was set aside after too many failures; later events of its subject wait for it (docs/operating.md)',
    );
}

/** The stored text of an error. A database error can repeat values of its statement: only its code is stored. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return 'not an Error';
  const text =
    withoutValues(error) !== null && 'code' in error
      ? `database error ${String(error.code)}`
      : `${error.name}: ${error.message}`;
  // PostgreSQL rejects NUL in text: a failure that cannot be stored would block its listener.
  return text.replaceAll('\0', '').slice(0, maxErrorLength);
}

/**
 * Waits at most `milliseconds` for a handler that works in `tx`. On a timeout its connection is terminated, so that
 * its later statements cannot reach another transaction.
 *
 * @throws Error on a timeout, and any error of the handler
 */
async function withinTime(tx: Db, milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, milliseconds, 'late');
  const outcome = await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
  if (outcome !== 'late') return;
  work.catch(() => {});
  await terminateConnection(tx).catch(() => {});
  throw new Error(`The handler took longer than ${milliseconds} ms.`);
}
