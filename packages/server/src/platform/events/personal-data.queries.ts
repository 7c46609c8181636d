import { rowsOf, sql } from '../db/db.ts';
import { jsonLines, type PersonalPart } from '../personal-data.ts';
import './events.table.ts';

/** Events hold ids of people: they are exported, and deleted with each of the people they are about. */
export const personalPart: PersonalPart = {
  exports: ['events.person_ids', 'events.subject', 'event_outbox.person_ids', 'event_outbox.subject'],
  forgets: [
    'events.person_ids',
    'events.subject',
    'event_outbox.person_ids',
    'event_outbox.subject',
    'event_failures.subject',
  ],
  async *files(tx, userId) {
    const events = rowsOf(
      tx,
      sql`select created_at as "createdAt", type, payload from events where person_ids @> array[${userId}::uuid]
        union all
        select created_at, type, payload from event_outbox where person_ids @> array[${userId}::uuid]
        order by 1`,
    );
    yield { path: 'events.json', content: jsonLines(events) };
  },
  async forget({ clock }, tx, { id }) {
    // The outbox first: an event that is moved in between is then found in the log.
    await sql`delete from event_outbox where person_ids @> array[${id}::uuid]`.execute(tx);
    await sql`
      with gone as (delete from events where person_ids @> array[${id}::uuid] returning position)
      -- Others' events of the same subject no longer wait for one that is gone.
      update event_failures set retry_at = ${clock.now()}, attempts = 0
      where position in (select position from gone)`.execute(tx);
    await sql`delete from event_failures where subject = ${id}`.execute(tx);
  },
};
