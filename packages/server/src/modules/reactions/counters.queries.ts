import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'reaction_counts',
    key: { story_id: 'uuid', target_id: 'uuid' },
    counted: [
      {
        columns: ['love', 'laugh', 'surprise', 'sad', 'suspense'],
        is: sql`select count(*) filter (where type = 'love'), count(*) filter (where type = 'laugh'),
          count(*) filter (where type = 'surprise'), count(*) filter (where type = 'sad'),
          count(*) filter (where type = 'suspense')
          from reactions r where r.story_id = t.story_id and r.target_id = t.target_id`,
      },
    ],
    rows: { key: ['story_id', 'target_id'], from: sql`reactions` },
  },
];
