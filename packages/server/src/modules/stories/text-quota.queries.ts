import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** The bytes of all text of an author's stories, deleted ones included. */
export const textBytesOf = async (tx: Db, authorId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(bytes + text_bytes), 0) as bytes from stories where author_id = ${authorId}`.execute(
    tx,
  );
  return rows[0]?.bytes ?? 0;
};

/** The bytes of the chapter texts that an author has deleted and that are still there. */
export const deletedBytesOf = async (tx: Db, authorId: string): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(v.bytes), 0) as bytes from stories s
    join chapters c on c.story_id = s.id
    join chapter_versions v on v.story_id = c.story_id and v.chapter_id = c.id
    where s.author_id = ${authorId} and (s.deleted_at is not null or c.deleted_at is not null)`.execute(tx);
  return rows[0]?.bytes ?? 0;
};

const deletedStories = (authorId: string) =>
  sql`select id from stories where author_id = ${authorId} and deleted_at is not null`;
const deletedChapters = (authorId: string) => sql`
  select c.id from chapters c join stories s on s.id = c.story_id
  where s.author_id = ${authorId} and (s.deleted_at is not null or c.deleted_at is not null)`;

/**
 * Erases the text of what an author has deleted: versions, drafts, notes and descriptions. The rows stay, since
 * readers' libraries refer to them.
 */
export const eraseDeletedText = async (tx: Db, authorId: string): Promise<void> => {
  await sql`delete from chapter_versions where chapter_id in (${deletedChapters(authorId)})
    and story_id in (select id from stories where author_id = ${authorId})`.execute(tx);
  await sql`delete from chapter_drafts where author_id = ${authorId} and (
    story_id in (${deletedStories(authorId)}) or slot in (select id::text from (${deletedChapters(authorId)}) c))`.execute(
    tx,
  );
  await sql`update chapters set author_notes = ''
    where id in (${deletedChapters(authorId)}) and author_notes <> ''`.execute(tx);
  await sql`update stories set description = ''
    where id in (${deletedStories(authorId)}) and description <> ''`.execute(tx);
};
