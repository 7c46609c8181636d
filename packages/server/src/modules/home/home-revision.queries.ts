import { type Db, sql } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { rowsState } from '../../platform/db/rows-state.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { ownMarks } from '../stories/index.ts';
import '../library/index.ts';
import '../recommendations/index.ts';

/**
 * A text for each reader that changes with whatever of theirs the home page depends on, and with prepared
 * recommendations; null if there is too much of it. A saved position always changes its library entry as well.
 */
const findHomeRevisions = async (db: Db, readers: string[]): Promise<Map<string, string | null>> => {
  const reader = sql.ref('u.id');
  const { rows } = await sql<{ id: string; revision: string | null }>`
    select u.id, ${ownMarks(reader)} || ' ' || ${rowsState('follows', 'follower_id', reader)}
      || ' ' || ${rowsState('favorite_genres', 'user_id', reader)}
      || ' ' || coalesce((select revision from recommendation_state), 0) as revision
    from unnest(${readers}::uuid[]) u (id)`.execute(db);
  return new Map(rows.map(({ id, revision }) => [id, revision]));
};

/** The revision of a reader's own part of the home page; readers who ask at the same time share a statement. */
export const homeRevision = perInstance((db: Db) =>
  keyedLoader((readers: string[]) => findHomeRevisions(db, readers), { max: 50 }),
);
