import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../db/db.ts';
import type { EventDefinition } from './event.ts';
import './events.table.ts';

/**
 * An insert of events, alone or in a `with` of the statement that makes the change. `facts` selects `payload` (jsonb)
 * and `created_at`. The transaction must hold a lock that orders the events of a subject.
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

/** An event and what it says. */
export interface Fact {
  definition: Omit<EventDefinition, 'payload'>;
  payload: Record<string, unknown>;
}

/** The insert of an event in a `with` of the statement that makes the change, for each row of `changed`. */
export const insertFact = ({ definition, payload }: Fact, changed: RawBuilder<unknown>, now: Date) =>
  insertEvents(
    definition,
    sql`select ${JSON.stringify(payload)}::jsonb, ${now}::timestamptz from ${changed}`,
  );

/** Inserts events of any types, in this order, in one statement. */
export const appendEvents = (tx: Db, facts: Fact[], now: Date) => {
  const ids = ({ definition, payload }: Fact) => definition.people.map((field) => payload[field]);
  return sql`
    insert into event_outbox (type, subject, person_ids, payload, created_at)
    select type, subject, people::uuid[], payload, ${now}
    from unnest(${facts.map(({ definition }) => definition.type)}::text[],
      ${facts.map(({ definition, payload }) => payload[definition.subject])}::uuid[],
      ${facts.map((fact) => `{${ids(fact).join(',')}}`)}::text[],
      ${facts.map(({ payload }) => JSON.stringify(payload))}::jsonb[])
      with ordinality as input (type, subject, people, payload, ordinal) order by ordinal`.execute(tx);
};

/** Locks the log for appending until the transaction ends; null while another process has the lock. */
export const lockRelay = async (tx: Db): Promise<number | null> => {
  const { rows } = await sql<{ last_position: number }>`
    select last_position from event_relay for update skip locked`.execute(tx);
  return rows[0]?.last_position ?? null;
};

/**
 * Moves the oldest committed events from the outbox to the end of the log; returns how many. An event that another one
 * caused was committed after it and has a higher id, so it is never moved before it.
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
    where exists (select from moved) returning last_position - ${lastPosition}::bigint as moved`.execute(tx);
  return rows[0]?.moved ?? 0;
};
