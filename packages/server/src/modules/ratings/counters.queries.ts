import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'ratings',
    key: { story_id: 'uuid', user_id: 'uuid' },
    counted: [
      { columns: ['helpful'], is: sql`select count(*) from review_votes v where v.rating_id = t.id` },
    ],
  },
  {
    table: 'story_ratings',
    key: { story_id: 'uuid' },
    counted: [
      {
        columns: ['stars_1', 'stars_2', 'stars_3', 'stars_4', 'stars_5', 'reviews'],
        is: sql`select count(*) filter (where rating = 1), count(*) filter (where rating = 2),
          count(*) filter (where rating = 3), count(*) filter (where rating = 4),
          count(*) filter (where rating = 5), count(review)
          from ratings r where r.story_id = t.story_id`,
      },
    ],
    rows: { key: ['story_id'], from: sql`ratings` },
  },
];
