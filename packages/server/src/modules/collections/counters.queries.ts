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
];
