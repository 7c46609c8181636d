import { type Db, firstRow } from './db/db.ts';

interface Work {
  /** Queues with jobs that may run now. */
  queues: string[];
  /** Whether events are to be moved to the log, delivered, or delivered again. */
  has_events: boolean;
}

/** Which of these queues and listeners have something to do. */
export const findWork = async (db: Db, queues: string[], listeners: string[], now: Date): Promise<Work> => {
  const row = await firstRow<Work>(db)`
    select array(select queue from unnest(${queues}::text[]) queue where exists (
        select from pgboss.job where name = queue and state < 'active' and start_after <= now())) as queues,
      exists (select from event_outbox)
        or exists (select from event_cursors c, event_relay r
          where c.listener = any(${listeners}::text[]) and c.position < r.last_position)
        or exists (select from event_failures
          where listener = any(${listeners}::text[]) and retry_at <= ${now}) as has_events`;
  return row ?? { queues: [], has_events: false };
};
