import type { RawBuilder } from 'kysely';
import { allRows, type Db, execute, firstRow, sql, transaction } from '../db/db.ts';
import type { PersonalPart } from '../personal-data.ts';
import type { EventDefinition } from './event.ts';

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

/** The events that the relay has not moved to the log, in order. */
export const listOutbox = (db: Db) =>
  allRows<{ type: string; payload: unknown; created_at: Date }>(db)`
    select type, payload, created_at from event_outbox order by id`;

/** Events moved per transaction. */
const batchSize = 500;

/** Moves committed events from the outbox to the log until none is left or another process does so. */
export async function relayEvents(db: Db, signal?: AbortSignal): Promise<number> {
  let moved = 0;
  for (;;) {
    if (signal?.aborted) return moved;
    const count = await transaction(db, moveToLog);
    moved += count;
    if (count < batchSize) return moved;
  }
}

/**
 * Moves the oldest committed events from the outbox to the end of the log; returns how many. An event that another one
 * caused was committed after it and has a higher id, so it is never moved before it.
 */
async function moveToLog(tx: Db): Promise<number> {
  // A separate statement, so that the next one sees what was committed before the lock.
  const locked = await sql<{ last: number }>`
    select last_position as last from event_relay for update skip locked`.execute(tx);
  const last = locked.rows[0]?.last;
  if (last === undefined) return 0;
  const row = await firstRow<{ moved: number }>(tx)`
    with taken as (
      delete from event_outbox where id in (select id from event_outbox order by id limit ${batchSize}) returning *),
    moved as (
      insert into events (position, type, subject, person_ids, payload, created_at)
      select ${last}::bigint + row_number() over (order by id), type, subject, person_ids, payload, created_at
      from taken returning position)
    update event_relay set last_position = last_position + (select count(*) from moved)
    where exists (select from moved) returning last_position - ${last}::bigint as moved`;
  return row?.moved ?? 0;
}

/** Events contain ids of people: they are exported, and deleted with each person they are about. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'A log of what you did, such as finishing a chapter or liking a story, without any text',
      why: 'To keep counts, statistics and achievements correct, even after a failure.',
      seenBy: 'Only you.',
      until: 'Until you delete your account.',
      columns: ['events.person_ids', 'events.subject', 'event_outbox.person_ids', 'event_outbox.subject'],
      notExported: {
        'event_failures.subject':
          'the id of what an event that couldn’t be handled is about; the event itself is exported',
      },
    },
  ],
  lists: (userId) => ({
    'events.json': sql`select created_at as "createdAt", type, payload from events where person_ids @> array[${userId}::uuid]
        union all
        select created_at, type, payload from event_outbox where person_ids @> array[${userId}::uuid]
        order by 1`,
  }),
  async forget({ clock }, tx, { id }) {
    // The outbox first: an event that the relay moves in between is then found in the log.
    await execute(tx)`delete from event_outbox where person_ids @> array[${id}::uuid]`;
    await execute(tx)`
      with deleted as (delete from events where person_ids @> array[${id}::uuid] returning position)
      -- Later events of the same subject no longer wait for a deleted one.
      update event_failures set retry_at = ${clock.now()}, attempts = 0
      where position in (select position from deleted)`;
    await execute(tx)`delete from event_failures where subject = ${id}`;
  },
};
