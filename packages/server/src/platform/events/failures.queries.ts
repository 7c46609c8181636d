import { type Db, sql } from '../db/db.ts';
import './events.table.ts';

/**
 * Where a listener stands with a subject that it has fallen behind with: the event at `position` failed, and later
 * events of the subject wait for it. Rows are changed while the listener's cursor is locked, or with a deleted person.
 */
export interface FailureRow {
  subject: string;
  position: number;
  attempts: number;
}

export const isBehind = async (tx: Db, listener: string, subject: string): Promise<boolean> => {
  const { rows } = await sql`
    select from event_failures where listener = ${listener} and subject = ${subject}`.execute(tx);
  return rows.length > 0;
};

interface Failed {
  listener: string;
  subject: string;
  position: number;
  error: string;
  /** Null sets the event aside. */
  retryAt: Date | null;
}

export const addFailure = (tx: Db, { listener, subject, position, error, retryAt }: Failed) =>
  sql`
    insert into event_failures (listener, subject, position, attempts, error, retry_at)
    values (${listener}, ${subject}, ${position}, 1, ${error}, ${retryAt})`.execute(tx);

export const countFailure = (tx: Db, { listener, subject, position, error, retryAt }: Failed) =>
  sql`
    update event_failures set attempts = attempts + 1, error = ${error}, retry_at = ${retryAt}
    where listener = ${listener} and subject = ${subject} and position = ${position}`.execute(tx);

/** Failures to try again now, those that have waited longest first. */
export const dueFailures = async (
  db: Db,
  listener: string,
  now: Date,
  limit: number,
): Promise<FailureRow[]> => {
  const { rows } = await sql<FailureRow>`
    select subject, position, attempts from event_failures
    where listener = ${listener} and retry_at <= ${now} order by retry_at, subject limit ${limit}`.execute(
    db,
  );
  return rows;
};

/** Whether a failure is still as `dueFailures` gave it. */
export const isStillDue = async (tx: Db, listener: string, { subject, position, attempts }: FailureRow) => {
  const { rows } = await sql`
    select from event_failures where listener = ${listener} and subject = ${subject}
      and position = ${position} and attempts = ${attempts} and retry_at is not null`.execute(tx);
  return rows.length > 0;
};

/**
 * Goes on with a subject's next event up to the cursor; without one, the listener is no longer behind with it.
 */
export const goOn = async (
  tx: Db,
  { listener, subject, position }: Pick<Failed, 'listener' | 'subject' | 'position'>,
  { cursor, types, now }: { cursor: number; types: string[]; now: Date },
): Promise<void> => {
  const { rows } = await sql`
    update event_failures set attempts = 0, error = null, retry_at = ${now}, position = next.position
    from (select position from events where subject = ${subject} and position > ${position}
      and position <= ${cursor} and type = any(${types}::text[]) order by position limit 1) next
    where listener = ${listener} and event_failures.subject = ${subject} returning listener`.execute(tx);
  if (rows.length > 0) return;
  await sql`delete from event_failures where listener = ${listener} and subject = ${subject}`.execute(tx);
};
