import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';
import { notInTrash } from '../stories/index.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'chapters',
    key: { id: 'uuid' },
    only: sql`t.deleted_at is null and ${notInTrash('t.story_id')}`,
    counted: [
      { columns: ['likes'], is: sql`select count(*) from chapter_likes l where l.chapter_id = t.id` },
    ],
  },
];
