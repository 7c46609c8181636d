import { auditCounters, type WrongCounter } from '../modules/admin/index.ts';
import { modules } from '../modules.ts';
import type { Db } from '../platform/db/db.ts';

/** Every counter of the database, or of one table, that differs from the rows that it counts. */
export async function wrongCounters(
  db: Db,
  { size, of }: { size?: number; of?: string } = {},
): Promise<WrongCounter[]> {
  const wrong: WrongCounter[] = [];
  for await (const batch of auditCounters({ db, modules }, size === undefined ? {} : { size }))
    wrong.push(...batch.wrong);
  return wrong.filter(({ table }) => of === undefined || table === of);
}
