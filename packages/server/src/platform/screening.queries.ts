import type { ReportSubject } from '@inkling/contract/reports';
import { type Db, firstRow, type RawBuilder, sql } from './db/db.ts';

/** Whether a thing waits for a decision, and is not removed. Its writer sees it (docs/product/spam.md#holds). */
export const isHeld = (kind: ReportSubject, id: RawBuilder<unknown>) => sql<boolean>`exists (
  select from report_entries h where h.subject_kind = ${sql.lit(kind)} and h.subject_id = ${id}
    and h.closed_at is null and h.moderator_decision is null and h.held_for is not null)`;

/** The id of a row to be inserted, as the database would choose it. */
export async function nextId(tx: Db): Promise<string> {
  const row = await firstRow<{ id: string }>(tx)`select uuidv7() as id`;
  if (row === undefined) throw new Error('The database chose no id.');
  return row.id;
}
