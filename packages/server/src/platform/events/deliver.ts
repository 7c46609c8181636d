import type { Clock } from '../clock.ts';
import { type Db, transaction } from '../db/db.ts';
import { withoutValues } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import {
  advanceFailure,
  cursorOf,
  dueFailures,
  type EventRow,
  eventsAfter,
  type FailureRow,
  findEvent,
  isBehind,
  isStillDue,
  lockCursor,
  moveCursor,
  recordFailure,
  terminateConnection,
} from './delivery.queries.ts';
import type { Listener } from './listener.ts';

/** Attempts before an event is set aside. */
const maxAttempts = 10;
/** The delay after the first failure; it doubles each time. */
const initialDelayMs = 5_000;
const maxErrorLength = 300;

interface Delivery {
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
async function attempt<Other extends string>(
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

/** Events and failures read per query. */
const batchSize = 200;
const retryBatchSize = 50;
/** Time limit (ms) of a batch, so that other listeners get their turn. */
const maxBatchMs = 2_000;

interface Delivered {
  handled: number;
  failed: number;
  /** Whether more events may be due now. */
  more: boolean;
}

/** Delivers the next events of one listener: due retries first, then new events. Does nothing once the server stops. */
export async function deliverBatch(delivery: Delivery): Promise<Delivered> {
  const { db, listener, signal } = delivery;
  if (signal.aborted) return { handled: 0, failed: 0, more: false };
  const endsAt = performance.now() + maxBatchMs;
  const isOver = () => signal.aborted || performance.now() > endsAt;
  const counts = await retryFailures(delivery, isOver);
  let cursor = await cursorOf(db, listener.name);
  if (cursor === null) return counts;
  const events = await eventsAfter(db, cursor, batchSize);
  for (const event of events) {
    if (!listener.handlers.has(event.type)) continue;
    if (isOver()) return { ...counts, more: true };
    const from = cursor;
    const outcome = await attempt(delivery, {
      event,
      failures: 0,
      async claim(tx) {
        if (!(await moveCursor(tx, listener.name, from, event.position))) return 'busy';
        // A separate statement, so that it sees rows committed before the cursor was locked. If the subject has a
        // failure, this event is handled after it.
        return (await isBehind(tx, listener.name, event.subject)) ? 'passed' : 'handle';
      },
    });
    // Another process serves this listener, or this process is stopping.
    if (outcome === 'busy' || outcome === 'stopped') return counts;
    if (outcome !== 'passed') counts[outcome] += 1;
    cursor = event.position;
  }
  const last = events.at(-1)?.position ?? cursor;
  if (last > cursor) await moveCursor(db, listener.name, cursor, last);
  return { ...counts, more: counts.more || events.length === batchSize };
}

/** Retries due failures, then the events that waited for them, until nothing is due or the batch is over. */
async function retryFailures(delivery: Delivery, isOver: () => boolean): Promise<Delivered> {
  const { db, clock, listener } = delivery;
  const counts: Delivered = { handled: 0, failed: 0, more: false };
  for (;;) {
    const due = await dueFailures(db, listener.name, clock.now(), retryBatchSize);
    if (due.length === 0) return counts;
    for (const failure of due) {
      if (isOver()) return { ...counts, more: true };
      const outcome = await retry(delivery, failure);
      if (outcome === 'busy' || outcome === 'stopped') return counts;
      if (outcome !== 'changed') counts[outcome] += 1;
    }
  }
}

async function retry(delivery: Delivery, failure: FailureRow) {
  const { db, clock, listener } = delivery;
  const { subject, position } = failure;
  // The event is missing when a person it was about has been deleted: the subject continues with the next one.
  const missing = { position, subject, type: '', payload: {}, created_at: clock.now() };
  let cursor = 0;
  return attempt(delivery, {
    event: (await findEvent(db, position)) ?? missing,
    failures: failure.attempts,
    async claim(tx) {
      const locked = await lockCursor(tx, listener.name);
      if (locked === null) return 'busy';
      cursor = locked;
      return (await isStillDue(tx, listener.name, failure)) ? 'handle' : 'changed';
    },
    finish: (tx) =>
      advanceFailure(
        tx,
        { listener: listener.name, subject, position },
        { cursor, types: [...listener.handlers.keys()], now: clock.now() },
      ),
  });
}
