import { type Db, sql } from './db.ts';

/** Deletes at most `max` rows of the first of these tables that has any of this id, and returns how many. */
export async function deleteSome(
  db: Db,
  tables: readonly string[],
  { column, id, max }: { column: string; id: string; max: number },
): Promise<number> {
  for (const name of tables) {
    const table = sql.table(name);
    const isOfId = sql`${sql.ref(column)} = ${id}`;
    // Rows of several partitions may have the same ctid.
    const { numAffectedRows } = await sql`
      delete from ${table} where ${isOfId} and ctid = any(array(
        select ctid from ${table} where ${isOfId} limit ${max}))`.execute(db);
    if (numAffectedRows !== undefined && numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}
