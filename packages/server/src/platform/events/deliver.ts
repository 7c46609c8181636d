import type { Clock } from '../clock.ts';
import { type Db, transaction } from '../db/db.ts';
import { withoutValues } from '../db/db-errors.ts';
import type { Log } from '../log.ts';
import {
  advanceFailure,
  dueFailures,
  type EventRow,
  type FailureRow,
  findEvent,
  isStillDue,
  lockCursor,
  moveCursor,
  type NextEvents,
  nextEvents,
  recordFailure,
  subjectsBehind,
  terminateConnection,
} from './delivery.queries.ts';
import { type Listener, withEndings } from './listener.ts';

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
      await handleEvents(tx, listener, [event]).catch((error: unknown) => {
        handlerError = error;
        throw error;
      });
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

/**
 * Has the handlers work in `tx`, and returns how many events they have handled: all of them unless `isOver` says to
 * stop before the next one.
 */
const handleEvents = (tx: Db, { handlers, timeout }: Listener, events: EventRow[], isOver = () => false) =>
  withinTime(
    tx,
    timeout,
    withEndings(tx, async () => {
      for (const [index, { type, payload, position, created_at: createdAt }] of events.entries()) {
        if (index > 0 && isOver()) return index;
        await handlers.get(type)?.({ payload, position, createdAt }, tx);
      }
      return events.length;
    }),
  );

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
async function withinTime<T>(tx: Db, milliseconds: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(late.resolve, milliseconds, 'late');
  const outcome = await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
  if (outcome !== 'late') return outcome;
  work.catch(() => {});
  await terminateConnection(tx).catch(() => {});
  throw new Error(`The handler took longer than ${milliseconds} ms.`);
}

const retryBatchSize = 50;
/** Time limit (ms) of a batch, so that other listeners get their turn. */
const maxBatchMs = 2_000;
/** How long (ms) one transaction goes on to the next event, since it keeps rows locked. */
const maxTransactionMs = 250;

interface Delivered {
  handled: number;
  failed: number;
  /** Whether more events may be due now. */
  more: boolean;
}

/** Delivers the next events of one listener: due retries first, then new events. Does nothing once the server stops. */
export async function deliverBatch(delivery: Delivery): Promise<Delivered> {
  const { db, listener, signal } = delivery;
  const none = { handled: 0, failed: 0, more: false };
  if (signal.aborted) return none;
  const next = await nextEvents(db, listener);
  if (next === null) return none;
  const endsAt = performance.now() + maxBatchMs;
  const isOver = () => signal.aborted || performance.now() > endsAt;
  const counts = next.hasFailures ? await retryFailures(delivery, isOver) : none;
  if (next.events.length > 1) {
    const together = await handleTogether(delivery, next);
    if (together === 'busy') return counts;
    if (together !== 'failed') {
      const more = counts.more || together.more || next.more;
      return { ...counts, handled: counts.handled + together.handled, more };
    }
  }
  const { more, ...one } = await handleOneByOne(delivery, next, isOver);
  return {
    handled: counts.handled + one.handled,
    failed: counts.failed + one.failed,
    more: counts.more || more,
  };
}

/**
 * Handles events in one transaction, all or none: on an error the caller handles them one by one, since any of them may
 * be its cause. Events of a subject that has a failure are left to it.
 */
async function handleTogether(
  { db, listener, signal }: Delivery,
  { cursor, events, end, hasFailures }: NextEvents,
): Promise<{ handled: number; more: boolean } | 'busy' | 'failed'> {
  try {
    return await transaction(db, async (tx) => {
      if (!(await moveCursor(tx, listener.name, cursor, end))) return 'busy';
      const behind = hasFailures ? await subjectsBehind(tx, listener.name) : new Set();
      const due = events.filter(({ subject }) => !behind.has(subject));
      const endsAt = performance.now() + maxTransactionMs;
      const isOver = () => signal.aborted || performance.now() > endsAt;
      const handled = await handleEvents(tx, listener, due, isOver);
      const left = due[handled];
      // What is left is delivered next, with those before it that were not due.
      if (left !== undefined) await moveCursor(tx, listener.name, end, left.position - 1);
      return { handled, more: left !== undefined };
    });
  } catch {
    return signal.aborted ? 'busy' : 'failed';
  }
}

async function handleOneByOne(
  delivery: Delivery,
  { cursor, events, end, hasFailures, more }: NextEvents,
  isOver: () => boolean,
): Promise<Delivered> {
  const { db, listener } = delivery;
  const counts: Delivered = { handled: 0, failed: 0, more: false };
  let from = cursor;
  for (const event of events) {
    if (isOver()) return { ...counts, more: true };
    const outcome = await attempt(delivery, {
      event,
      failures: 0,
      async claim(tx) {
        if (!(await moveCursor(tx, listener.name, from, event.position))) return 'busy';
        // A separate statement, so that it sees rows committed before the cursor was locked. If the subject has a
        // failure, this event is handled after it. Without failures when the cursor was read there are none now:
        // another one would have moved it.
        if (!hasFailures && counts.failed === 0) return 'handle';
        return (await subjectsBehind(tx, listener.name)).has(event.subject) ? 'passed' : 'handle';
      },
    });
    // Another process serves this listener, or this process is stopping.
    if (outcome === 'busy' || outcome === 'stopped') return counts;
    if (outcome !== 'passed') counts[outcome] += 1;
    from = event.position;
  }
  if (end > from) await moveCursor(db, listener.name, from, end);
  return { ...counts, more };
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
