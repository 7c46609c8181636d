import { allRows, type Db, execute, firstRow, firstValue, hasRows, sql, type TableRow } from '../db/db.ts';
import type { Listener } from './listener.ts';

/** An event of the log. */
export type EventRow = Omit<TableRow<'events'>, 'person_ids'>;

/** Creates a cursor for a listener that has none: before the first event or after the last one. */
export const ensureCursor = (db: Db, listener: string, startAt: 'first event' | 'now') =>
  sql`
    insert into event_cursors (listener, position)
    select ${listener}, ${startAt === 'now' ? sql`last_position` : sql`0`} from event_relay
    on conflict do nothing`.execute(db);

/** Locks a listener's cursor until the transaction ends; null while another process has the lock. */
export const lockCursor = async (tx: Db, listener: string): Promise<number | null> =>
  (await firstValue<number>(tx)`
    select position from event_cursors where listener = ${listener} for update skip locked`) ?? null;

/** Moves and locks a cursor until the transaction ends; false when another process has locked or moved it. */
export const moveCursor = (tx: Db, listener: string, from: number, to: number): Promise<boolean> =>
  hasRows(tx)`
    update event_cursors set position = ${to} where listener = (
      select listener from event_cursors where listener = ${listener} and position = ${from}
      for update skip locked)
    returning listener`;

/** At most so many events are read at once, among so many positions. */
const [maxEvents, maxPositions] = [200, 1_000];

/** What a listener is to handle next. */
export interface NextEvents {
  /** Its cursor. */
  cursor: number;
  /** Events of its types, in order. */
  events: EventRow[];
  /** The position up to which there are no others of its types. */
  end: number;
  /** Whether some of its events have failed. */
  hasFailures: boolean;
  /** Whether the log goes on after `end`. */
  more: boolean;
}

/** The next events of a listener; null if it has no cursor. */
export const nextEvents = async (db: Db, { name, handlers }: Listener): Promise<NextEvents | null> => {
  const rows = await allRows<
    { cursor: number; last: number; has_failures: boolean } & {
      [Name in keyof EventRow]: EventRow[Name] | null;
    }
  >(db)`
    select c.position as cursor, r.last_position as last, e.*,
      exists (select from event_failures f where f.listener = c.listener) as has_failures
    from event_cursors c cross join event_relay r left join lateral (
      select position, type, subject, payload, created_at from events
      where position > c.position and position <= c.position + ${sql.lit(maxPositions)}
        and type = any(${[...handlers.keys()]}::text[])
      order by position limit ${sql.lit(maxEvents)}) e on true
    where c.listener = ${name} order by e.position`;
  const [first] = rows;
  if (first === undefined) return null;
  const { cursor, last, has_failures: hasFailures } = first;
  const events = rows.filter((row): row is (typeof rows)[number] & EventRow => row.position !== null);
  const read = events.length < maxEvents ? cursor + maxPositions : (events.at(-1)?.position ?? cursor);
  const end = Math.min(last, read);
  return { cursor, events, end, hasFailures, more: end < last };
};

export const findEvent = (db: Db, position: number): Promise<EventRow | undefined> =>
  firstRow<EventRow>(db)`
    select position, type, subject, payload, created_at from events where position = ${position}`;

/** A listener further behind than this many events reads them in batches. */
const maxSkipped = 1_000;

/**
 * Those of these listeners that have events to handle or due retries. Moves the cursors of the others past events that
 * do not concern them, unless another process serves them.
 */
export const pendingListeners = async (db: Db, listeners: Listener[], now: Date): Promise<string[]> => {
  const handled = listeners.flatMap(({ name, handlers }) =>
    [...handlers.keys()].map((type) => ({ name, type })),
  );
  const rows = await allRows<{ listener: string }>(db)`
    with handled as materialized (
      select * from unnest(${handled.map(({ name }) => name)}::text[], ${handled.map(({ type }) => type)}::text[])
        as h (listener, type)),
    cursors as materialized (
      select c.listener, c.position, r.last_position, r.last_position - c.position > ${sql.lit(maxSkipped)} or exists (
          select from events e join handled h on h.listener = c.listener and h.type = e.type
          where e.position > c.position)
        or exists (select from event_failures f where f.listener = c.listener and f.retry_at <= ${now}) as has_work
      from event_cursors c, event_relay r where c.listener in (select listener from handled)),
    idle as materialized (
      select c.listener, n.last_position from event_cursors c join cursors n using (listener, position)
      where not n.has_work and n.position < n.last_position for update of c skip locked),
    moved as (
      update event_cursors c set position = i.last_position from idle i where c.listener = i.listener)
    select listener from cursors where has_work`;
  return rows.map(({ listener }) => listener);
};

/** Terminates the handle's own connection. */
export const terminateConnection = (tx: Db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);

/**
 * A listener's failed event of a subject: later events of the subject wait for it. Rows change only while the
 * listener's cursor is locked, or when a person is deleted.
 */
export interface FailureRow {
  subject: string;
  position: number;
  attempts: number;
}

/** The subjects with a failed event of a listener. */
export const subjectsBehind = async (tx: Db, listener: string): Promise<Set<string>> => {
  const rows = await allRows<{ subject: string }>(tx)`
    select subject from event_failures where listener = ${listener}`;
  return new Set(rows.map(({ subject }) => subject));
};

interface FailureDetails extends FailureRow {
  listener: string;
  error: string;
  /** Null sets the event aside. */
  retryAt: Date | null;
}

/** Adds a failure, or counts another one of the same event. */
export const recordFailure = (
  tx: Db,
  { listener, subject, position, attempts, error, retryAt }: FailureDetails,
) =>
  sql`
    insert into event_failures (listener, subject, position, attempts, error, retry_at)
    values (${listener}, ${subject}, ${position}, ${attempts}, ${error}, ${retryAt})
    on conflict (listener, subject) do update
      set attempts = excluded.attempts, error = excluded.error, retry_at = excluded.retry_at`.execute(tx);

/** Failures that are due for a retry, oldest first. */
export const dueFailures = (db: Db, listener: string, now: Date, limit: number): Promise<FailureRow[]> =>
  allRows<FailureRow>(db)`
    select subject, position, attempts from event_failures
    where listener = ${listener} and retry_at <= ${now} order by retry_at, subject limit ${limit}`;

/** Whether a failure has not changed since `dueFailures` returned it. */
export const isStillDue = (
  tx: Db,
  listener: string,
  { subject, position, attempts }: FailureRow,
): Promise<boolean> =>
  hasRows(tx)`
    select from event_failures where listener = ${listener} and subject = ${subject}
      and position = ${position} and attempts = ${attempts} and retry_at is not null`;

/** Moves a failure to the subject's next event up to the cursor, or deletes it when the listener has caught up. */
export const advanceFailure = async (
  tx: Db,
  { listener, subject, position }: Pick<FailureDetails, 'listener' | 'subject' | 'position'>,
  { cursor, types, now }: { cursor: number; types: string[]; now: Date },
): Promise<void> => {
  const rows = await allRows(tx)`
    update event_failures set attempts = 0, error = null, retry_at = ${now}, position = next.position
    from (select position from events where subject = ${subject} and position > ${position}
      and position <= ${cursor} and type = any(${types}::text[]) order by position limit 1) next
    where listener = ${listener} and event_failures.subject = ${subject} returning listener`;
  if (rows.length > 0) return;
  await execute(tx)`delete from event_failures where listener = ${listener} and subject = ${subject}`;
};
