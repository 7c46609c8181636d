import { allRows, type Db, execute, firstRow, firstValue, sql } from '../../platform/db/db.ts';

/**
 * The size of all text in an author's stories, including deleted ones, and of an imported book in review. Locks it until
 * the transaction ends. It is added up each time: 200,000 versions take 30 to 60 ms.
 */
export const lockTextBytes = async (tx: Db, authorId: string): Promise<number> =>
  (await firstValue<number>(tx)`
    select lock_author_text_bytes(${authorId}) as bytes`) ?? 0;

/** Which deleted stories and chapters (alias `x`): all of them, or those that can no longer be restored. */
const anyDeleted = sql`x.deleted_at is not null`;
const toErase = sql`x.erase_at <= x.deleted_at`;
type Which = typeof anyDeleted;

const deletedStories = (authorId: string, which: Which) =>
  sql`select x.id from stories x where x.author_id = ${authorId} and ${which}`;
const deletedChapters = (authorId: string, which: Which) => sql`
  select x.id from chapters x join stories s on s.id = x.story_id where s.author_id = ${authorId} and ${which}
  union all
  select c.id from chapters c where c.story_id in (${deletedStories(authorId, which)})`;
const deletedDrafts = (authorId: string, which: Which) => sql`
  author_id = ${authorId} and (story_id in (${deletedStories(authorId, which)})
    or chapter_id in (${deletedChapters(authorId, which)}))`;
const deletedVersions = (authorId: string, which: Which) => sql`
  chapter_id in (${deletedChapters(authorId, which)})
  and story_id in (select id from stories where author_id = ${authorId})`;

/** The size of deleted versions, drafts and bibles of an author that are still stored. */
export const deletedBytesOf = async (tx: Db, authorId: string): Promise<number> => {
  const row = await firstRow<{ bytes: number }>(tx)`
    select coalesce((select sum(bytes) from chapter_versions where ${deletedVersions(authorId, anyDeleted)}), 0)
      + coalesce((select sum(bytes) from story_bible_entries
        where story_id in (${deletedStories(authorId, anyDeleted)})), 0)
      + coalesce((select sum(bytes) from chapter_drafts where ${deletedDrafts(authorId, anyDeleted)}), 0) as bytes`;
  return row?.bytes ?? 0;
};

/**
 * Takes from an author's trash what was deleted first, until it holds `bytes`: it can no longer be restored, not even
 * in part. What is already being erased comes first.
 */
const markForErasure = async (tx: Db, authorId: string, bytes: number): Promise<void> => {
  const rows = await allRows<{ id: string }>(tx)`
    select id from (
      select id, sum(bytes) over (order by erase_at > deleted_at, deleted_at, id) - bytes as bytes_before from (
        select s.id, s.deleted_at, s.erase_at,
          coalesce((select sum(v.bytes) from chapter_versions v where v.story_id = s.id), 0)
            + coalesce((select sum(d.bytes) from chapter_drafts d where d.story_id = s.id), 0)
            + coalesce((select sum(e.bytes) from story_bible_entries e where e.story_id = s.id), 0) as bytes
        from stories s where s.author_id = ${authorId} and s.deleted_at is not null
        union all
        select c.id, c.deleted_at, c.erase_at,
          coalesce((select sum(v.bytes) from chapter_versions v where v.chapter_id = c.id), 0)
            + coalesce((
              select sum(d.bytes) from chapter_drafts d where d.story_id = c.story_id and d.chapter_id = c.id), 0)
        from chapters c join stories s on s.id = c.story_id
        where s.author_id = ${authorId} and s.deleted_at is null and c.deleted_at is not null) deleted) t
    where bytes_before < ${bytes}`;
  const ids = rows.map(({ id }) => id);
  await execute(tx)`
    update stories set erase_at = deleted_at where id = any(${ids}::uuid[]) and deleted_at is not null`;
  await execute(tx)`
    update chapters set erase_at = deleted_at where id = any(${ids}::uuid[]) and deleted_at is not null`;
};

/**
 * Erases at least `bytes` of an author's deleted text, if there is as much: whole stories and chapters are taken from
 * the trash, then their drafts, bibles and oldest versions deleted. Not more, since erasing a gigabyte would exceed a request's
 * time limit; a job erases the rest.
 */
export const eraseDeletedText = async (tx: Db, authorId: string, bytes: number): Promise<void> => {
  await markForErasure(tx, authorId, bytes);
  await execute(tx)`delete from chapter_drafts where ${deletedDrafts(authorId, toErase)}`;
  await execute(tx)`delete from story_bible_entries where story_id in (${deletedStories(authorId, toErase)})`;
  await execute(tx)`
    delete from chapter_versions v using (
      select story_id, chapter_id, version,
        sum(bytes) over (order by created_at, story_id, chapter_id, version) - bytes as bytes_before
      from chapter_versions where ${deletedVersions(authorId, toErase)}) o
    where v.story_id = o.story_id and v.chapter_id = o.chapter_id and v.version = o.version
      and o.bytes_before < ${bytes}`;
};
