import { type Db, sql } from './db.ts';

/** What the database's clock says. */
export async function databaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The database does not say what time it is.');
  return row.at;
}
