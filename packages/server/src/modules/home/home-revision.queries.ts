import { type Db, sql } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { perInstance } from '../../platform/per-instance.ts';
import '../library/index.ts';
import '../recommendations/index.ts';
import '../stories/index.ts';

/** A reader with more rows in one of the tables has no revision, so that finding it stays cheap. */
const maxRows = 2_000;

/**
 * The state of a reader's rows in a table as a text, in any order; null if there are too many. Each change gives a row
 * another xmin, the number of the transaction that wrote it, so that a row which replaced another one is seen as well.
 * Hashing the rows' content takes three times as long.
 */
const stateOf = (table: string, owner: string) => sql`
  (select case when count(*) <= ${sql.lit(maxRows)}
      then concat(count(*), ':', sum(hashxidextended(r.xmin, 0))) end
    from (select xmin from ${sql.table(table)} where ${sql.ref(owner)} = u.id limit ${sql.lit(maxRows + 1)}) r)`;

/**
 * A text for each reader that changes with whatever of theirs the home page depends on, and with prepared
 * recommendations; null if there is too much of it. A saved position always changes its library entry as well.
 */
const findHomeRevisions = async (db: Db, readers: string[]): Promise<Map<string, string | null>> => {
  const { rows } = await sql<{ id: string; revision: string | null }>`
    select u.id, ${stateOf('library_entries', 'user_id')} || ' ' || ${stateOf('story_likes', 'user_id')}
      || ' ' || ${stateOf('hidden_stories', 'user_id')} || ' ' || ${stateOf('follows', 'follower_id')}
      || ' ' || ${stateOf('favorite_genres', 'user_id')}
      || ' ' || coalesce((select revision from recommendation_state), 0) as revision
    from unnest(${readers}::uuid[]) u (id)`.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
};

/** The revision of a reader's own part of the home page; readers who ask at the same time share a statement. */
export const homeRevision = perInstance((db: Db) =>
  keyedLoader((readers: string[]) => findHomeRevisions(db, readers), { max: 50 }),
);
