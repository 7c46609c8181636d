import { libraryLimits } from '@inkling/contract/limits';
import { type Db, sql } from '../../platform/db/db.ts';
import './library.table.ts';
import { type Added, isAdded, readable } from './library.queries.ts';
import { isReadable } from './library-lists.queries.ts';

/** When an entry `e` was saved, if it is saved at `now`: as before, unless its bookmark was removed long ago. */
const savedSince = (now: Date) => sql`
  case when e.is_bookmarked or e.unbookmarked_at > ${now}::timestamptz - ${sql.lit(`${libraryLimits.undo} hours`)}::interval
    then coalesce(e.bookmarked_at, ${now}) else ${now} end`;

/** Saves a story; undefined when it does not exist. */
export const setBookmark = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<Added | undefined> => {
  const { rows } = await sql<Added>`
    insert into library_entries as e (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
    select ${userId}, id, true, ${now}, ${now} from (${readable(userId, storyId)}) s
    on conflict (user_id, story_id) do update set is_bookmarked = true, bookmarked_at = ${savedSince(now)}
    returning ${isAdded}`.execute(db);
  return rows[0];
};

/** Toggles the bookmark. Undefined when the story does not exist, or is unavailable and has no entry. */
export const toggleBookmark = async (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<(Added & { is_bookmarked: boolean }) | undefined> => {
  const { rows } = await sql<Added & { is_bookmarked: boolean }>`
    insert into library_entries as e (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
    select ${userId}, input.id, true, ${now}, ${now}
    from (select ${storyId}::uuid as id) input left join stories s on s.id = input.id
    where ${isReadable()}
      or exists (select 1 from library_entries own where own.user_id = ${userId} and own.story_id = input.id)
    on conflict (user_id, story_id) do update set
      is_bookmarked = not e.is_bookmarked,
      bookmarked_at = ${savedSince(now)},
      unbookmarked_at = case when e.is_bookmarked then ${now}::timestamptz end
    returning new.is_bookmarked, ${isAdded}`.execute(db);
  return rows[0];
};

/** Puts a story on hold or drops it; progress and position stay. Undefined when the story does not exist. */
export const setAside = async (
  db: Db,
  status: 'on_hold' | 'dropped',
  userId: string,
  storyId: string,
  now: Date,
): Promise<Added | undefined> => {
  const { rows } = await sql<Added>`
    insert into library_entries as e (user_id, story_id, status, status_at, created_at)
    select ${userId}, id, ${status}, ${now}, ${now} from (${readable(userId, storyId)}) s
    on conflict (user_id, story_id) do update set status = excluded.status, status_at = excluded.status_at
    returning ${isAdded}`.execute(db);
  return rows[0];
};

/** Sets the note on a story that is in the reader's library, whether it is available or not; false for others. */
export const setNote = async (db: Db, userId: string, storyId: string, note: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update library_entries e set note = ${note}
    where user_id = ${userId} and story_id = ${storyId} and (status <> 'none' or is_bookmarked)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
};
