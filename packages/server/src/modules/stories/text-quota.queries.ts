import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** The size of all text in an author's stories, including deleted ones, and of an imported book in review. */
export const textBytesOf = async (tx: Db, authorId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select sum(bytes + text_bytes) from stories where author_id = ${authorId}), 0)
      + coalesce((select sum(r.bytes) from import_reviews r join imports i on i.id = r.import_id
        where i.user_id = ${authorId} and i.state in ('reading', 'review', 'writing')), 0) as bytes`.execute(
    tx,
  );
  return rows[0]?.bytes ?? 0;
};

const deletedStories = (authorId: string) =>
  sql`select id from stories where author_id = ${authorId} and deleted_at is not null`;
const deletedChapters = (authorId: string) => sql`
  select c.id from chapters c join stories s on s.id = c.story_id
  where s.author_id = ${authorId} and (s.deleted_at is not null or c.deleted_at is not null)`;
const deletedDrafts = (authorId: string) => sql`
  author_id = ${authorId} and (story_id in (${deletedStories(authorId)})
    or slot in (select id::text from (${deletedChapters(authorId)}) c))`;
const deletedVersions = (authorId: string) => sql`
  chapter_id in (${deletedChapters(authorId)}) and story_id in (select id from stories where author_id = ${authorId})`;

/** The size of deleted versions and drafts of an author that are still stored. */
export const deletedBytesOf = async (tx: Db, authorId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce((select sum(bytes) from chapter_versions where ${deletedVersions(authorId)}), 0)
      + coalesce((select sum(bytes) from chapter_drafts where ${deletedDrafts(authorId)}), 0) as bytes`.execute(
    tx,
  );
  return rows[0]?.bytes ?? 0;
};

/**
 * Erases at least `bytes` of an author's deleted text, if there is as much: drafts, notes and descriptions, then the
 * oldest versions. Not more, since erasing a gigabyte would exceed a request's time limit. The rows of stories and
 * chapters stay: readers' libraries find their last chapter by them.
 */
export const eraseDeletedText = async (tx: Db, authorId: string, bytes: number): Promise<void> => {
  await sql`delete from chapter_drafts where ${deletedDrafts(authorId)}`.execute(tx);
  await sql`update chapters set author_notes = ''
    where id in (${deletedChapters(authorId)}) and author_notes <> ''`.execute(tx);
  await sql`update stories set description = ''
    where id in (${deletedStories(authorId)}) and description <> ''`.execute(tx);
  await sql`
    delete from chapter_versions v using (
      select story_id, chapter_id, version,
        sum(bytes) over (order by created_at, story_id, chapter_id, version) - bytes as bytes_before
      from chapter_versions where ${deletedVersions(authorId)}) o
    where v.story_id = o.story_id and v.chapter_id = o.chapter_id and v.version = o.version
      and o.bytes_before < ${bytes}`.execute(tx);
};
