import { type Db, sql } from '../db/db.ts';
import './events.table.ts';

/** An event of the log. */
export interface EventRow {
  position: number;
  type: string;
  subject: string;
  payload: unknown;
  created_at: Date;
}

/** Creates a cursor for a listener that has none: before the first event or after the last one. */
export const ensureCursor = (db: Db, listener: string, startAt: 'first event' | 'now') =>
  sql`
    insert into event_cursors (listener, position)
    select ${listener}, ${startAt === 'now' ? sql`last_position` : sql`0`} from event_relay
    on conflict do nothing`.execute(db);

export const cursorOf = async (db: Db, listener: string): Promise<number | null> => {
  const { rows } = await sql<{ position: number }>`
    select position from event_cursors where listener = ${listener}`.execute(db);
  return rows[0]?.position ?? null;
};

/** Locks a listener's cursor until the transaction ends; null while another process has the lock. */
export const lockCursor = async (tx: Db, listener: string): Promise<number | null> => {
  const { rows } = await sql<{ position: number }>`
    select position from event_cursors where listener = ${listener} for update skip locked`.execute(tx);
  return rows[0]?.position ?? null;
};

/** Moves and locks a cursor until the transaction ends; false when another process has locked or moved it. */
export const moveCursor = async (tx: Db, listener: string, from: number, to: number): Promise<boolean> => {
  const { rows } = await sql`
    update event_cursors set position = ${to} where listener = (
      select listener from event_cursors where listener = ${listener} and position = ${from}
      for update skip locked)
    returning listener`.execute(tx);
  return rows.length > 0;
};

export const eventsAfter = async (db: Db, position: number, limit: number): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select position, type, subject, payload, created_at from events
    where position > ${position} order by position limit ${limit}`.execute(db);
  return rows;
};

export const findEvent = async (db: Db, position: number): Promise<EventRow | undefined> => {
  const { rows } = await sql<EventRow>`
    select position, type, subject, payload, created_at from events where position = ${position}`.execute(db);
  return rows[0];
};

/** Those of these listeners that have new events or due retries. */
export const pendingListeners = async (db: Db, listeners: string[], now: Date): Promise<string[]> => {
  const { rows } = await sql<{ listener: string }>`
    select c.listener from event_cursors c, event_relay r
    where c.listener = any(${listeners}::text[]) and (c.position < r.last_position or exists (
      select from event_failures f where f.listener = c.listener and f.retry_at <= ${now}))`.execute(db);
  return rows.map(({ listener }) => listener);
};

/** Terminates the handle's own connection. */
export const terminateConnection = (tx: Db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
