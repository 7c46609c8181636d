import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { readerOf, visibleTo, wasPublic } from '../chapters/index.ts';

/** Two texts of a chapter, as they are stored. */
export interface ReadRevision {
  version: number;
  content: string;
  paragraph_ids: string;
  current_content: string;
  current_ids: string;
  revised_at: Date;
  note: string | null;
}

/**
 * The version of a chapter that a reader finished, if they may read the chapter, a newer one is current, and the author
 * shows revisions; undefined otherwise. A version that is no longer kept is not found.
 */
export const findRevision = (
  site: Pick<AppContext, 'db' | 'config' | 'clock'>,
  readerId: string,
  chapterId: string,
): Promise<ReadRevision | undefined> =>
  firstRow<ReadRevision>(site.db)`
    select o.version, o.content, o.paragraph_ids::text as paragraph_ids, v.content as current_content,
      v.paragraph_ids::text as current_ids, v.created_at as revised_at,
      case when n.version > o.version then n.note end as note
    from chapters c join stories s on s.id = c.story_id
    join reading_positions p on p.user_id = ${readerId} and p.chapter_id = c.id and p.furthest >= 100
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id and v.version = c.version
    join chapter_versions o on o.story_id = c.story_id and o.chapter_id = c.id and o.version = p.version
    left join revision_notes n on n.story_id = c.story_id and n.chapter_id = c.id
    where c.id = ${chapterId} and c.is_published and p.version < c.version and ${wasPublic(sql`o.version`)}
      and ${visibleTo(readerOf(site, { id: readerId }), 'link').chapter}
      and not exists (select from quiet_revisions q where q.story_id = c.story_id)`;

/** Whether a published chapter may be read by this person. */
export const isReadable = (
  site: Pick<AppContext, 'db' | 'config' | 'clock'>,
  readerId: string,
  chapterId: string,
): Promise<boolean> =>
  hasRows(
    site.db,
    sql`select from chapters c join stories s on s.id = c.story_id
      where c.id = ${chapterId} and c.is_published and ${visibleTo(readerOf(site, { id: readerId }), 'link').chapter}`,
  );

/** Whether readers of a story see what has changed. */
export const isShown = async (db: Db, storyId: string): Promise<boolean> =>
  !(await hasRows(db, sql`select from quiet_revisions where story_id = ${storyId}`));

export const setShown = (tx: Db, storyId: string, isShown: boolean): Promise<void> =>
  isShown
    ? execute(tx)`delete from quiet_revisions where story_id = ${storyId}`
    : execute(tx)`insert into quiet_revisions (story_id) values (${storyId}) on conflict do nothing`;

export const listNotes = (db: Db, storyId: string) =>
  allRows<{ chapter: string; note: string }>(db)`
    select n.chapter_id as chapter, n.note from revision_notes n
    join chapters c on c.id = n.chapter_id and c.deleted_at is null
    where n.story_id = ${storyId} order by c.position`;

/** Stores the note for the current version of a locked chapter; an empty one removes it. */
export const setNote = (
  tx: Db,
  { id, story_id, version }: { id: string; story_id: string; version: number },
  note: string,
): Promise<void> =>
  note === ''
    ? execute(tx)`delete from revision_notes where story_id = ${story_id} and chapter_id = ${id}`
    : execute(tx)`
        insert into revision_notes (story_id, chapter_id, version, note) values (${story_id}, ${id}, ${version}, ${note})
        on conflict (story_id, chapter_id) do update set version = excluded.version, note = excluded.note`;
