import { allRows, type Db, execute, hasRows, sql } from '../db/db.ts';

/**
 * A listener's failed event of a subject: later events of the subject wait for it. Rows change only while the
 * listener's cursor is locked, or when a person is deleted.
 */
export interface FailureRow {
  subject: string;
  position: number;
  attempts: number;
}

export const isBehind = (tx: Db, listener: string, subject: string): Promise<boolean> =>
  hasRows(
    tx,
    sql`
    select from event_failures where listener = ${listener} and subject = ${subject}`,
  );

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
  hasRows(
    tx,
    sql`
    select from event_failures where listener = ${listener} and subject = ${subject}
      and position = ${position} and attempts = ${attempts} and retry_at is not null`,
  );

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
