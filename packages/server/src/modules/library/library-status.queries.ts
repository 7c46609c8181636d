import { sql } from '../../platform/db/db.ts';
import './library.table.ts';

/**
 * The status of an existing entry `e` when its reader reads on: a story that was on hold or dropped is being read again,
 * or is completed as it was before (docs/product/library.md#library-entries).
 */
export const readOn = sql`
  case when e.status = 'completed' or greatest(e.progress, excluded.progress) >= 100 then 'completed' else 'reading' end`;
