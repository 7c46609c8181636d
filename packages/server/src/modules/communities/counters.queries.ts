import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'community_counts',
    key: { community_id: 'uuid' },
    counted: [
      {
        columns: ['members'],
        is: sql`select count(*) from community_members m where m.community_id = t.community_id`,
      },
      {
        columns: ['posts'],
        is: sql`select count(*) from community_posts p where p.community_id = t.community_id and p.is_shown`,
      },
    ],
    rows: { key: ['id'], from: sql`communities` },
  },
  {
    table: 'community_posts',
    key: { community_id: 'uuid', id: 'uuid' },
    counted: [
      { columns: ['likes'], is: sql`select count(*) from community_post_likes l where l.post_id = t.id` },
    ],
  },
];
