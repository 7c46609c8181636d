import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';
import { notInTrash } from '../stories/index.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'chat_rooms',
    key: { story_id: 'uuid', place_id: 'uuid' },
    only: sql`${notInTrash('t.story_id')}
      and not exists (select from chapters c where c.id = t.chapter_id and c.deleted_at is not null)`,
    counted: [
      {
        columns: ['last_number'],
        is: sql`select count(*) from chat_messages m where m.story_id = t.story_id and m.place_id = t.place_id`,
      },
    ],
  },
  {
    table: 'chatters',
    key: { user_id: 'uuid' },
    counted: [
      {
        columns: ['messages'],
        is: sql`select count(*) from chat_messages m where m.user_id = t.user_id`,
        isAtLeast: true,
      },
    ],
    rows: { key: ['user_id'], from: sql`chat_messages where user_id is not null` },
  },
];
