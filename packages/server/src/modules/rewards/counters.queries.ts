import type { CountedTable } from '../../platform/db/counted-table.ts';
import { sql } from '../../platform/db/db.ts';

/** Balances are the sums of the ledger (docs/operating.md#checking-counters). */
export const counters: CountedTable[] = [
  {
    table: 'balances',
    key: { user_id: 'uuid', currency: 'text' },
    counted: [
      {
        columns: ['amount'],
        is: sql`select sum(e.amount) from ledger_entries e where e.user_id = t.user_id and e.currency = t.currency`,
      },
    ],
    rows: { key: ['user_id', 'currency'], from: sql`ledger_entries` },
  },
];
