import { transaction } from '../db/db.ts';
import { attempt, type Delivered, type Delivery } from './attempt.ts';
import { errorText, retryAt } from './backoff.ts';
import { cursorOf, type EventRow, eventsAfter, moveCursor } from './delivery.queries.ts';
import { addFailure, isBehind } from './failures.queries.ts';
import { retryFailures } from './retry.ts';

/** Events that are read at once. */
const batchSize = 200;
/** After this time (ms) of a batch, other listeners have their turn. */
const maxBatchMs = 2_000;

/** One attempt at an event: `busy` when another process works for this listener. */
type Outcome = 'handled' | 'passed' | 'failed' | 'busy' | 'stopped';

/** Delivers the next events of one listener: first those that failed before and are due, then new ones. */
export async function deliverBatch(delivery: Delivery): Promise<Delivered> {
  const { db, listener, signal } = delivery;
  const endsAt = performance.now() + maxBatchMs;
  const counts = await retryFailures(delivery, endsAt);
  let cursor = await cursorOf(db, listener.name);
  if (cursor === null) return counts;
  const events = await eventsAfter(db, cursor, batchSize);
  for (const event of events) {
    if (!listener.handlers.has(event.type)) continue;
    if (signal.aborted || performance.now() > endsAt) return { ...counts, more: true };
    const outcome = await deliverNext(delivery, cursor, event);
    if (outcome === 'busy' || outcome === 'stopped') return counts;
    if (outcome !== 'passed') counts[outcome] += 1;
    cursor = event.position;
  }
  const last = events.at(-1)?.position ?? cursor;
  if (last > cursor) await moveCursor(db, listener.name, cursor, last);
  return { ...counts, more: counts.more || events.length === batchSize };
}

async function deliverNext(delivery: Delivery, cursor: number, event: EventRow): Promise<Outcome> {
  const { name } = delivery.listener;
  const outcome = await attempt(delivery, event, async (tx) => {
    if (!(await moveCursor(tx, name, cursor, event.position))) return 'busy';
    // A statement of its own, which sees what was committed before the cursor was held. The subject's failure leads
    // to this event in its turn.
    return (await isBehind(tx, name, event.subject)) ? 'passed' : 'handle';
  });
  if (!(outcome instanceof Error)) return outcome;
  return transaction(delivery.db, async (tx) => {
    if (!(await moveCursor(tx, name, cursor, event.position))) return 'busy';
    const { subject, position } = event;
    const [error, retry] = [errorText(outcome.cause), retryAt(1, delivery.clock.now())];
    await addFailure(tx, { listener: name, subject, position, error, retryAt: retry });
    return 'failed';
  });
}
