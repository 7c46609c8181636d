import { type Db, sql } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { rowsState } from '../../platform/db/rows-state.ts';
import { perInstance } from '../../platform/per-instance.ts';
import './stories.table.ts';

/** A text that changes with whatever a reader has marked stories with: library, likes and hidden stories; null if there is too much. */
export const ownMarks = (readerId: ReturnType<typeof sql>) => sql<string | null>`
  (${rowsState('library_entries', 'user_id', readerId)} || ' ' || ${rowsState('story_likes', 'user_id', readerId)}
    || ' ' || ${rowsState('hidden_stories', 'user_id', readerId)})`;

const findMarks = async (db: Db, readers: string[]): Promise<Map<string, string | null>> => {
  const { rows } = await sql<{ id: string; marks: string | null }>`
    select u.id, ${ownMarks(sql.ref('u.id'))} as marks from unnest(${readers}::uuid[]) u (id)`.execute(db);
  return new Map(rows.map(({ id, marks }) => [id, marks]));
};

/** `ownMarks` of a reader; readers who ask at the same time share a statement. */
export const marksOf = perInstance((db: Db) =>
  keyedLoader((readers: string[]) => findMarks(db, readers), { max: 50 }),
);
