import { libraryLimits } from '@inkling/contract/limits';
import { allRows, type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { isReadable } from './library-lists.queries.ts';

type Fragment = ReturnType<typeof sql>;

/**
 * The status of an existing entry `e` when its reader reads on: a story that was on hold or dropped is being read again,
 * or is completed as it was before (docs/product/library.md#library-entries).
 */
export const readOn = sql`
  case when e.caught_up_at is not null or greatest(e.progress, excluded.progress) >= 100 then 'completed' else 'reading' end`;

/** What a reader can choose for a story: its status, or to save it for later. */
export type LibraryChoice = 'reading' | 'completed' | 'on_hold' | 'dropped' | 'bookmarked';

/** What a change of an entry returns: whether it put the story into the library. */
export interface Added {
  is_added: boolean;
}
const isAdded = sql`not coalesce(old.status <> 'none' or old.is_bookmarked, false) as is_added`;

/** When an entry `e` was saved, if it is saved at `now`: as before, unless its bookmark was removed long ago. */
const savedSince = (now: Date) => sql`
  case when e.is_bookmarked or e.unbookmarked_at > ${now}::timestamptz - ${sql.lit(`${libraryLimits.undo} hours`)}::interval
    then coalesce(e.bookmarked_at, ${now}) else ${now} end`;

/** Toggles the bookmark. Undefined when the story does not exist, or is unavailable and has no entry. */
export const toggleBookmark = (
  db: Db,
  userId: string,
  storyId: string,
  now: Date,
): Promise<(Added & { is_bookmarked: boolean }) | undefined> =>
  firstRow<Added & { is_bookmarked: boolean }>(db)`
    insert into library_entries as e (user_id, story_id, is_bookmarked, bookmarked_at, created_at)
    select ${userId}, input.id, true, ${now}, ${now}
    from (select ${storyId}::uuid as id) input left join stories s on s.id = input.id
    where ${isReadable()}
      or exists (select 1 from library_entries own where own.user_id = ${userId} and own.story_id = input.id)
    on conflict (user_id, story_id) do update set
      is_bookmarked = not e.is_bookmarked,
      bookmarked_at = ${savedSince(now)},
      unbookmarked_at = case when e.is_bookmarked then ${now}::timestamptz end
    returning new.is_bookmarked, ${isAdded}`;

/** What becomes of the story in the library: the columns of a new entry, and what changes in one that exists. */
const choices = (
  now: Date,
): Record<LibraryChoice, { columns: Fragment; values: Fragment; changes: Fragment }> => {
  const setAside = (status: 'on_hold' | 'dropped') => ({
    columns: sql`status, status_at`,
    values: sql`${status}, ${now}`,
    changes: sql`status = excluded.status, status_at = excluded.status_at`,
  });
  return {
    bookmarked: {
      columns: sql`is_bookmarked, bookmarked_at`,
      values: sql`true, ${now}`,
      changes: sql`is_bookmarked = true, bookmarked_at = ${savedSince(now)}`,
    },
    reading: {
      columns: sql`status, started_at`,
      values: sql`'reading', ${now}`,
      changes: sql`status = ${readOn}, started_at = coalesce(e.started_at, excluded.started_at)`,
    },
    completed: {
      columns: sql`status, progress, last_read_at, caught_up_at, started_at`,
      values: sql`'completed', 100, ${now}, ${now}, ${now}`,
      changes: sql`status = 'completed', progress = 100, last_read_at = excluded.last_read_at,
        caught_up_at = excluded.caught_up_at, started_at = coalesce(e.started_at, excluded.started_at)`,
    },
    // Progress and position stay.
    on_hold: setAside('on_hold'),
    dropped: setAside('dropped'),
  };
};

/** Saves stories or sets their status, as a reader chose; of those that the reader may see. */
export const setChoice = (
  db: Db,
  choice: LibraryChoice,
  userId: string,
  storyIds: string[],
  now: Date,
): Promise<(Added & { story_id: string; progress: number })[]> => {
  const { columns, values, changes } = choices(now)[choice];
  return allRows<Added & { story_id: string; progress: number }>(db)`
    insert into library_entries as e (user_id, story_id, created_at, ${columns})
    select ${userId}, s.id, ${now}, ${values} from stories s
    where s.id = any(${storyIds}::uuid[]) and ${visibleTo({ id: userId }, 'library').story}
    order by s.id
    on conflict (user_id, story_id) do update set ${changes}
    returning new.story_id, new.progress, ${isAdded}`;
};

/** Sets the note on a story that is in the reader's library, whether it is available or not; false for others. */
export const setNote = (db: Db, userId: string, storyId: string, note: string): Promise<boolean> =>
  hasRows(db)`
    update library_entries e set note = ${note}
    where user_id = ${userId} and story_id = ${storyId} and (status <> 'none' or is_bookmarked)`;
