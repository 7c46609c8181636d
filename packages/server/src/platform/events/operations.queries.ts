import { allRows, type Db, execute, transaction } from '../db/db.ts';

export interface ListenerStatus {
  listener: string;
  position: number;
  /** Events between its cursor and the end of the log. */
  behind: number;
  /** Subjects with a failed event that will be retried. */
  retrying: number;
  /** Subjects with an event that was set aside. */
  setAside: number;
}

/** The progress of each listener, by name. */
export const listenerStatus = (db: Db): Promise<ListenerStatus[]> =>
  allRows<ListenerStatus>(db)`
    select c.listener, c.position, r.last_position - c.position as behind,
      count(f.retry_at) as retrying, count(f.subject) - count(f.retry_at) as "setAside"
    from event_relay r, event_cursors c left join event_failures f on f.listener = c.listener
    group by c.listener, c.position, r.last_position order by c.listener`;

export interface ListenerFailure {
  listener: string;
  subject: string;
  position: number;
  /** Null when the event was deleted with a person. */
  type: string | null;
  attempts: number;
  error: string | null;
  /** Null when the event is set aside. */
  retryAt: Date | null;
}

/** At most `limit` events that listeners failed to handle. */
export const listFailures = (db: Db, limit: number): Promise<ListenerFailure[]> =>
  allRows<ListenerFailure>(db)`
    select f.listener, f.subject, f.position, e.type, f.attempts, f.error, f.retry_at as "retryAt"
    from event_failures f left join events e on e.position = f.position
    order by f.listener, f.position, f.subject limit ${limit}`;

/** Schedules the events a listener has set aside for ten more attempts; returns how many. */
export const retrySetAside = (db: Db, listener: string, now: Date): Promise<number> =>
  transaction(db, async (tx) => {
    await execute(tx)`select from event_cursors where listener = ${listener} for update`;
    const rows = await allRows(tx)`
      update event_failures set attempts = 0, retry_at = ${now}
      where listener = ${listener} and retry_at is null returning subject`;
    return rows.length;
  });

/**
 * Redelivers the events from a position on to a listener, and clears its failures from there on. False when the
 * listener does not exist or has not reached that position.
 */
export const replay = (db: Db, listener: string, from: number): Promise<boolean> =>
  transaction(db, async (tx) => {
    const rows = await allRows(tx)`
      update event_cursors set position = ${from - 1}
      where listener = ${listener} and position >= ${from - 1} returning listener`;
    if (rows.length === 0) return false;
    await execute(tx)`delete from event_failures where listener = ${listener} and position >= ${from}`;
    return true;
  });
