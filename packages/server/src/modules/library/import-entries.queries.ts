import { type Db, firstRow } from '../../platform/db/db.ts';
import { isPublicStory } from '../stories/index.ts';

/** A story and what it becomes in the library: its status, or saved for later. */
export interface ImportedEntry {
  storyId: string;
  shelf: 'reading' | 'completed' | 'on_hold' | 'dropped' | 'bookmarked';
  /** The day on which it was read, as YYYY-MM-DD. */
  readOn?: string | null | undefined;
}

/**
 * Adds public stories to a library, all or none, and returns how many were added, were there already and are not
 * available. Entries that exist stay as they are, except those that no list shows. Of a story that is given twice, the
 * first counts. Beyond the library's maximum the database refuses (docs/product/library.md#library-entries).
 */
export const importEntries = async (
  db: Db,
  userId: string,
  entries: ImportedEntry[],
  now: Date,
): Promise<{ added: number; kept: number; unavailable: number }> => {
  const row = await firstRow<{ given: number; found: number; added: number }>(db)`
    with given as (
      select distinct on (story_id) story_id, shelf, case when read_on is not null then least(${now}, read_on + interval '12 hours') end as read_at
      from unnest(${entries.map(({ storyId }) => storyId)}::uuid[], ${entries.map(({ shelf }) => shelf)}::text[],
        ${entries.map(({ readOn }) => (readOn ? `${readOn}T00:00:00Z` : null))}::timestamptz[])
        with ordinality as g (story_id, shelf, read_on, place)
      order by story_id, place),
    found as (select g.story_id, g.shelf, g.read_at from given g join stories s on s.id = g.story_id where ${isPublicStory()}),
    added as (
      insert into library_entries as e (user_id, story_id, status, progress, is_bookmarked, bookmarked_at, last_read_at,
        caught_up_at, started_at, created_at)
      select ${userId}, story_id, case when shelf = 'bookmarked' then 'none' else shelf end,
        case when shelf = 'completed' then 100 else 0 end, shelf = 'bookmarked',
        case when shelf = 'bookmarked' then ${now}::timestamptz end,
        case when shelf = 'completed' then coalesce(read_at, ${now}::timestamptz) when shelf <> 'bookmarked' then read_at end,
        case when shelf = 'completed' then ${now}::timestamptz end,
        case when shelf in ('reading', 'completed') then coalesce(read_at, ${now}::timestamptz) end, ${now}
      -- All batch writes use the same order, which prevents deadlocks.
      from found order by story_id
      on conflict (user_id, story_id) do update set
        status = excluded.status, progress = greatest(e.progress, excluded.progress),
        is_bookmarked = excluded.is_bookmarked, bookmarked_at = excluded.bookmarked_at, unbookmarked_at = null,
        last_read_at = coalesce(excluded.last_read_at, e.last_read_at),
        caught_up_at = coalesce(excluded.caught_up_at, e.caught_up_at),
        started_at = coalesce(e.started_at, excluded.started_at)
      where e.status = 'none' and not e.is_bookmarked
      returning story_id)
    select (select count(*) from given) as given, (select count(*) from found) as found,
      (select count(*) from added) as added`;
  const { given, found, added } = row ?? { given: 0, found: 0, added: 0 };
  return { added, kept: found - added, unavailable: given - found };
};
