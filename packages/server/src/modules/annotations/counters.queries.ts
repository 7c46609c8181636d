import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'annotated_stories',
    key: { user_id: 'uuid', story_id: 'uuid' },
    counted: [
      {
        columns: ['highlights', 'bookmarks', 'bytes'],
        is: sql`select count(*) filter (where kind = 'highlight' and deleted_at is null),
          count(*) filter (where kind = 'bookmark' and deleted_at is null), coalesce(sum(bytes), 0)
          from annotations a where a.user_id = t.user_id and a.story_id = t.story_id`,
      },
    ],
    rows: { key: ['user_id', 'story_id'], from: sql`annotations` },
  },
];
