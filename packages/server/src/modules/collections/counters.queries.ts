import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'collections',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['stories'],
        is: sql`select count(*) from collection_stories c where c.collection_id = t.id`,
      },
    ],
  },
  {
    table: 'story_collection_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['collections'],
        is: sql`select count(*) from collection_stories cs
          join collections c on c.id = cs.collection_id join users o on o.id = c.owner_id
          where cs.story_id = t.story_id and c.visibility = 'public' and o.suspended_at is null and o.deletion_due_at is null`,
      },
    ],
    rows: { key: ['story_id'], from: sql`collection_stories where is_listed` },
  },
];
