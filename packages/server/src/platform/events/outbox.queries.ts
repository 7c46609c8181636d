import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../db/db.ts';
import type { EventDefinition } from './event.ts';
import './events.table.ts';

/**
 * An insert of events, to stand alone or in a `with` of the statement that makes them true. `facts` selects `payload`
 * (jsonb) and `created_at`. The inserting transaction holds a lock
 * that puts the facts about one subject in order.
 */
export function insertEvents(
  definition: Omit<EventDefinition, 'payload'>,
  facts: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const field = (name: string) => sql`(payload ->> ${sql.lit(name)})::uuid`;
  const people = definition.people.map(field);
  return sql`
    insert into event_outbox (type, subject, person_ids, payload, created_at)
    select ${sql.lit(definition.type)}, ${field(definition.subject)},
      ${people.length === 0 ? sql`'{}'::uuid[]` : sql`array[${sql.join(people)}]`}, payload, created_at
    from (${facts}) as facts (payload, created_at)`;
}

export const appendEvents = (
  tx: Db,
  definition: Omit<EventDefinition, 'payload'>,
  payloads: object[],
  now: Date,
) =>
  insertEvents(
    definition,
    sql`select payload, ${now}::timestamptz from unnest(${payloads.map((one) => JSON.stringify(one))}::jsonb[])
      with ordinality as given (payload, place) order by place`,
  ).execute(tx);

/** Takes the right to append until the transaction ends; null while another process has it. */
export const lockRelay = async (tx: Db): Promise<number | null> => {
  const { rows } = await sql<{ last_position: number }>`
    select last_position from event_relay for update skip locked`.execute(tx);
  return rows[0]?.last_position ?? null;
};

/**
 * Moves the oldest committed events from the outbox behind the last position of the log; gives how many. An event that
 * was caused by another one was committed after it and has the higher id, so it is never moved before it.
 */
export const moveToLog = async (tx: Db, lastPosition: number, limit: number): Promise<number> => {
  const { rows } = await sql<{ moved: number }>`
    with taken as (
      delete from event_outbox where id in (select id from event_outbox order by id limit ${limit}) returning *),
    moved as (
      insert into events (position, type, subject, person_ids, payload, created_at)
      select ${lastPosition}::bigint + row_number() over (order by id), type, subject, person_ids, payload, created_at
      from taken returning position)
    update event_relay set last_position = last_position + (select count(*) from moved)
    returning last_position - ${lastPosition}::bigint as moved`.execute(tx);
  return rows[0]?.moved ?? 0;
};

export const hasWaiting = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from event_outbox) as waiting`.execute(db);
  return rows[0]?.waiting === true;
};
