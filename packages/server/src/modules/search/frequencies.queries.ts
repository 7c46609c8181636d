import { type Db, sql } from '../../platform/db/db.ts';
import './search.table.ts';

/** How many of a table's texts have a word, as shares from 0 to 1; `others`: at most that many have one that is not listed. */
export interface Frequencies {
  shares: Map<string, number>;
  others: number;
}

/** PostgreSQL's own statistics of the index, which each ANALYZE updates; a new table has none. */
export const findFrequencies = async (db: Db): Promise<Map<string, Frequencies>> => {
  const { rows } = await sql<{ table: string; words: string[]; shares: number[] }>`
    select tablename as table, most_common_elems::text::text[] as words, most_common_elem_freqs as shares
    from pg_stats where schemaname = current_schema() and attname = 'doc' and most_common_elems is not null
      and tablename in ('search_stories', 'search_pieces')`.execute(db);
  return new Map(
    rows.map(({ table, words, shares }) => [
      table,
      {
        shares: new Map(words.map((word, index) => [word, shares[index] ?? 0])),
        // After the shares of the words come the smallest and the largest one.
        others: shares[words.length] ?? 0,
      },
    ]),
  );
};
