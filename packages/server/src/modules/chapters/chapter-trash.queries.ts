import { allRows, allValues, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import { isPublicChapter } from './chapters.policy.queries.ts';

export interface DeletedChapter {
  id: string;
  story_id: string;
  author_id: string;
  was_published: boolean;
  is_public: boolean;
}

/** A deleted chapter that can be restored at `now`, locked; also if its story is deleted. */
export const lockDeletedChapter = (db: Db, id: string, now: Date): Promise<DeletedChapter | undefined> =>
  firstRow<DeletedChapter>(db)`
    select c.id, c.story_id, s.author_id, c.was_published, ${isPublicChapter()} as is_public
    from chapters c join stories s on s.id = c.story_id
    where c.id = ${id} and c.deleted_at is not null and c.erase_at > ${now} for update of c`;

/** The story of a chapter, deleted or not. */
export const findStoryOf = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db.selectFrom('chapters').select('story_id').where('id', '=', id).executeTakeFirst();
  return row?.story_id;
};

/** A deleted chapter that returns: `before` is the index of the present chapter that it stood before. */
export interface Returning {
  id: string;
  volume: string | null;
  before: number;
  was_published: boolean;
  was_exclusive: boolean;
}

/** The query of `lockReturning`; `= any` as in `bulkChapters`. */
export const returningChapters = (storyId: string, ids: string[], now: Date) =>
  sql<Returning>`
    with places as (
      select id, deleted_order - row_number() over (order by deleted_order) as before
      from chapters where story_id = ${storyId} and deleted_order is not null)
    select c.id, c.volume_id as volume, coalesce(p.before, s.chapters)::integer as before, c.was_published,
      c.was_exclusive
    from chapters c join stories s on s.id = c.story_id left join places p on p.id = c.id
    where c.story_id = ${storyId} and c.id = any(${ids}::uuid[])
      and c.deleted_at is not null and c.erase_at > ${now}
    order by c.deleted_order nulls last, c.id for update of c`;

/** Those of a story's deleted chapters that can be restored at `now`, in their order, locked; the story must be too. */
export const lockReturning = async (
  db: Db,
  storyId: string,
  ids: string[],
  now: Date,
): Promise<Returning[]> => (await returningChapters(storyId, ids, now).execute(db)).rows;

/** Takes chapters out of the trash, as drafts at these positions; the caller arranges the others. */
export const takeOutOfTrash = (
  db: Db,
  chapters: { id: string; position: number }[],
  now: Date,
): Promise<void> =>
  execute(db)`
    update chapters c set position = r.position, deleted_at = null, erase_at = null, was_published = false,
      was_exclusive = false,
      deleted_order = null, deleted_after_number = null, updated_at = ${now}
    from unnest(${chapters.map(({ id }) => id)}::uuid[], ${chapters.map(({ position }) => position)}::integer[])
      as r (id, position)
    where c.id = r.id`;

/** Makes a deleted chapter impossible to restore; the next run of the job erases it. */
export const markChapterForErasure = (db: Db, id: string) =>
  sql`update chapters set erase_at = deleted_at where id = ${id} and deleted_at is not null`.execute(db);

/** Marks the deleted chapters that can no longer be restored at `now`, and returns all that are marked. */
export const takeChaptersToErase = (
  db: Db,
  now: Date,
  max: number,
): Promise<{ id: string; storyId: string }[]> =>
  allRows<{ id: string; storyId: string }>(db)`
    update chapters set erase_at = deleted_at where id in (
      select id from chapters where deleted_at is not null and erase_at <= ${now} order by erase_at, id limit ${max})
    returning id, story_id as "storyId"`;

/** At most `max` chapters of a story, deleted or not. */
export const listAnyChapters = (db: Db, storyId: string, max: number): Promise<string[]> =>
  allValues<string>(db)`
    select id from chapters where story_id = ${storyId} limit ${max}`;

/** Deletes at most `max` rows about a chapter, and returns how many; zero when only the chapter's own row is left. */
export const eraseChapterRows = (db: Db, id: string, max: number): Promise<number> =>
  deleteSome(db, ['chapter_versions', 'chapter_likes'], { column: 'chapter_id', id, max });

/** Deletes a chapter's row and its drafts. Deleted chapters after it get the next lower place. */
export const eraseChapter = async (db: Db, storyId: string, id: string): Promise<void> => {
  await execute(db)`delete from chapter_drafts where story_id = ${storyId} and chapter_id = ${id}`;
  await execute(db)`update chapters set deleted_order = deleted_order - 1 where story_id = ${storyId}
    and deleted_order > (select deleted_order from chapters where id = ${id})`;
  await execute(db)`delete from chapters where id = ${id}`;
};
