import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** The counters of this module's tables (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'reaction_counts',
    key: { subject_id: 'uuid', type: 'text' },
    counted: [
      {
        columns: ['reactions'],
        is: sql`select count(*) from reactions r where r.subject_id = t.subject_id and r.type = t.type`,
      },
    ],
    rows: { key: ['subject_id', 'type'], from: sql`reactions` },
  },
];
