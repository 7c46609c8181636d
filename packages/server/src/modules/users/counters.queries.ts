import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'users',
    key: { id: 'uuid' },
    counted: [
      {
        columns: ['followers_count'],
        is: sql`select count(*) from follows f where f.followed_id = t.id and f.is_counted`,
      },
      {
        columns: ['following_count'],
        is: sql`select count(*) from follows f where f.follower_id = t.id and f.is_counted`,
      },
    ],
  },
];
