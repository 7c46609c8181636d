import { transaction } from '../db/db.ts';
import { attempt, type Delivered, type Delivery } from './attempt.ts';
import { errorText, retryAt } from './backoff.ts';
import { type EventRow, findEvent, lockCursor } from './delivery.queries.ts';
import { countFailure, dueFailures, type FailureRow, goOn, isStillDue } from './failures.queries.ts';

const batchSize = 50;

/** Tries again what is due, and goes on with what waited for it, until `endsAt` or until nothing is due. */
export async function retryFailures(delivery: Delivery, endsAt: number): Promise<Delivered> {
  const { db, clock, listener, signal } = delivery;
  const counts: Delivered = { handled: 0, failed: 0, more: false };
  for (;;) {
    const due = await dueFailures(db, listener.name, clock.now(), batchSize);
    if (due.length === 0) return counts;
    for (const failure of due) {
      if (signal.aborted || performance.now() > endsAt) return { ...counts, more: true };
      const outcome = await retry(delivery, failure);
      // Another process works for this listener, or this one stops.
      if (outcome === 'busy' || outcome === 'stopped') return counts;
      if (outcome !== 'changed') counts[outcome] += 1;
    }
  }
}

async function retry(delivery: Delivery, failure: FailureRow) {
  const { db, clock, log, listener } = delivery;
  const { subject, position } = failure;
  const { name } = listener;
  // The event is gone when a person it was about has been deleted: the subject goes on with the next.
  const event: EventRow = (await findEvent(db, position)) ?? {
    position,
    subject,
    type: '',
    payload: {},
    created_at: clock.now(),
  };
  let cursor = 0;
  const outcome = await attempt(
    delivery,
    event,
    async (tx) => {
      const locked = await lockCursor(tx, name);
      if (locked === null) return 'busy';
      cursor = locked;
      return (await isStillDue(tx, name, failure)) ? 'handle' : 'changed';
    },
    (tx) =>
      goOn(
        tx,
        { listener: name, subject, position },
        { cursor, types: [...listener.handlers.keys()], now: clock.now() },
      ),
  );
  if (!(outcome instanceof Error)) return outcome;
  const attempts = failure.attempts + 1;
  const retryTime = retryAt(attempts, clock.now());
  const counted = await transaction(db, async (tx) => {
    if ((await lockCursor(tx, name)) === null) return false;
    if (!(await isStillDue(tx, name, failure))) return false;
    const error = errorText(outcome.cause);
    await countFailure(tx, { listener: name, subject, position, error, retryAt: retryTime });
    return true;
  });
  if (!counted) return 'busy';
  if (retryTime === null) {
    const about = { listener: name, event: event.type, position, subject, attempts };
    log.error(about, 'an event is set aside; later ones of its subject wait for it (docs/operating.md)');
  }
  return 'failed';
}
