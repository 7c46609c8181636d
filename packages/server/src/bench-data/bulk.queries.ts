import { type Db, execute, hasRows, sql } from '../platform/db/db.ts';

export const hasStories = (db: Db): Promise<boolean> => hasRows(db)`select from stories limit 1`;

/** What would raise the revision of each new story, and lock each reader for their quota. */
const triggers = ['stories', 'story_genres', 'library_entries'];

/**
 * Bulk writes: without timeouts and without the triggers of these tables. `pg_temp.draw` gives a number from 0 to 1 that
 * looks random, but is the same for the same key and seed; `pg_temp.whole` a whole one below `max`.
 */
export async function inBulk(tx: Db, seed: number, write: () => Promise<void>): Promise<void> {
  await execute(tx)`set local statement_timeout = 0`;
  await execute(tx)`set local idle_in_transaction_session_timeout = 0`;
  await execute(tx)`
    create or replace function pg_temp.draw(key text) returns double precision immutable language sql
    return (hashtextextended(key, ${sql.lit(seed)}) & 1099511627775) / 1099511627776.0::double precision`;
  await execute(tx)`
    create or replace function pg_temp.whole(key text, max bigint) returns int immutable language sql
    return floor(pg_temp.draw(key) * max)::int`;
  for (const table of triggers) await execute(tx)`alter table ${sql.table(table)} disable trigger user`;
  await write();
  // A table with deferred triggers that wait cannot be altered.
  await execute(tx)`set constraints all immediate`;
  for (const table of triggers) await execute(tx)`alter table ${sql.table(table)} enable trigger user`;
}

/** Updates the planner statistics, which autovacuum would do later. */
export const analyze = (db: Db): Promise<void> =>
  db.connection().execute(async (connection) => {
    await execute(connection)`set statement_timeout = 0`;
    await execute(connection)`vacuum (analyze)`;
    await execute(connection)`reset statement_timeout`;
  });
