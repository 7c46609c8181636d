import { execute, sql } from '../db/db.ts';
import type { PersonalPart } from '../personal-data.ts';

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
