import { sql } from './db.ts';

/** Of more rows, there is no state, so that finding it stays cheap. */
const maxRows = 5_000;

/**
 * The state of the rows of `table` whose column `owner` equals `id` as a text, in any order; null if there are too many.
 * Each change gives a row another xmin, the number of the transaction that wrote it, so that a row which replaced another
 * one is seen as well. Hashing the rows' content takes three times as long.
 */
export const rowsState = (table: string, owner: string, id: ReturnType<typeof sql>) => sql<string | null>`
  (select case when count(*) <= ${sql.lit(maxRows)}
      then concat(count(*), ':', sum(hashxidextended(r.xmin, 0))) end
    from (select xmin from ${sql.table(table)} where ${sql.ref(owner)} = ${id} limit ${sql.lit(maxRows + 1)}) r)`;
