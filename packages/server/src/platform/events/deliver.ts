import { attempt, type Delivery } from './attempt.ts';
import { cursorOf, eventsAfter, findEvent, lockCursor, moveCursor } from './delivery.queries.ts';
import { advanceFailure, dueFailures, type FailureRow, isBehind, isStillDue } from './failures.queries.ts';

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
