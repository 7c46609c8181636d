import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'story_follow_counts',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['followers'],
        is: sql`select count(*) from story_follows f where f.story_id = t.story_id and f.is_counted`,
      },
    ],
    rows: { key: ['story_id'], from: sql`story_follows` },
  },
];
