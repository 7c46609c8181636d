import { type Db, sql } from './db.ts';

/** Deletes at most `max` rows of the first of these tables that has any of this id, and returns how many. */
export async function deleteSome(
  db: Db,
  tables: readonly string[],
  { column, id, max }: { column: string; id: string; max: number },
): Promise<number> {
  for (const name of tables) {
    const table = sql.table(name);
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${sql.ref(column)} = ${id} limit ${max}))`.execute(db);
    if (numAffectedRows !== undefined && numAffectedRows > 0n) return Number(numAffectedRows);
  }
  return 0;
}
