import { libraryLimits } from '@inkling/contract/limits';
import { allRows, countChanged, type Db, execute, hasRows, sql, transaction } from '../../platform/db/db.ts';
import { countedStories } from '../stories/index.ts';
import { type EntryRow, storyState } from './library-lists.queries.ts';

/** How many removed entries a reader can have; the latest stay. */
export const maxRemoved = 1000;

/** Lets one request at a time remove or restore entries of a reader, until its transaction ends. */
const lockRemoved = (tx: Db, userId: string) =>
  execute(tx)`
    select pg_advisory_xact_lock(hashtextextended('removed library entries ' || ${userId}::text, 0))`;

/** Removes entries with all their fields to where they can be restored from; false when there are none. */
export const removeEntries = (db: Db, userId: string, storyIds: string[], now: Date): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lockRemoved(tx, userId);
    const isRemoved = await hasRows(tx)`
      with removed as (
        delete from library_entries e where user_id = ${userId} and story_id = any(${storyIds}::uuid[])
        returning e.*)
      insert into removed_library_entries (user_id, story_id, removed_at, entry)
      select r.user_id, r.story_id, ${now}, to_jsonb(r) from removed r
      on conflict (user_id, story_id) do update set removed_at = excluded.removed_at, entry = excluded.entry`;
    if (!isRemoved) return false;
    await execute(tx)`
      delete from removed_library_entries where user_id = ${userId} and story_id in (
        select story_id from removed_library_entries where user_id = ${userId}
        order by removed_at desc, story_id offset ${sql.lit(maxRemoved)})`;
    return true;
  });

const since = (now: Date) => sql`${now}::timestamptz - ${sql.lit(`${libraryLimits.undo} hours`)}::interval`;

/** The removed row; it names its last chapter unless that has been erased since. */
const restoredRow = sql`
  jsonb_populate_record(null::library_entries, t.entry || jsonb_build_object('last_chapter_id', (
    select c.id from chapters c where c.id = (t.entry->>'last_chapter_id')::uuid for key share)))`;

/**
 * Puts removed entries back; false when there are none that were removed in the last hours. If a story has an entry again,
 * what that says wins, and what it lacks comes back: its reading as a whole, the bookmark, the note.
 */
export const restoreEntries = (db: Db, userId: string, storyIds: string[], now: Date): Promise<boolean> =>
  transaction(db, async (tx) => {
    await lockRemoved(tx, userId);
    const taken = (name: string) =>
      sql`case when e.status = 'none' then excluded.${sql.ref(name)} else e.${sql.ref(name)} end`;
    return hasRows(tx)`
      with taken as (
        delete from removed_library_entries where user_id = ${userId} and story_id = any(${storyIds}::uuid[])
          and removed_at > ${since(now)} returning entry)
      insert into library_entries as e select row.* from taken t cross join lateral ${restoredRow} row
      on conflict (user_id, story_id) do update set
        ${sql.join(
          ['status', 'progress', 'last_read_at', 'last_chapter_id', 'caught_up_at', 'status_at'].map(
            (name) => sql`${sql.ref(name)} = ${taken(name)}`,
          ),
        )},
        started_at = coalesce(e.started_at, excluded.started_at),
        is_bookmarked = e.is_bookmarked or excluded.is_bookmarked,
        bookmarked_at = case when excluded.is_bookmarked then excluded.bookmarked_at else e.bookmarked_at end,
        note = case when e.note = '' then excluded.note else e.note end,
        created_at = least(e.created_at, excluded.created_at)`;
  });

export interface RemovedRow {
  story_id: string;
  removed_at: Date;
  /** Null for a story that readers do not see. */
  story: EntryRow['story'];
}

/** What can be restored, the latest first, at most `limit`. */
export const listRemoved = (db: Db, userId: string, now: Date, limit: number) =>
  allRows<RemovedRow>(db)`
    select e.story_id, e.removed_at, ${storyState()} as story
    from removed_library_entries e left join ${countedStories} s on s.id = e.story_id
    where e.user_id = ${userId} and e.removed_at > ${since(now)}
    order by e.removed_at desc, e.story_id limit ${limit}`;

/** Erases at most `max` entries that can no longer be restored, and returns how many. */
export const eraseRemoved = (db: Db, now: Date, max: number): Promise<number> =>
  countChanged(db)`
    delete from removed_library_entries where (user_id, story_id) in (
      select user_id, story_id from removed_library_entries where removed_at <= ${since(now)} limit ${max})`;
