import { type Db, sql } from '../../platform/db/db.ts';
import './chapters.table.ts';

export interface VolumeRow {
  id: string;
  title: string;
  order: number;
  first_chapter: number | null;
  chapters: number;
}

/** A story's volumes in order: all of them for its author, those with published chapters for readers. */
export const listVolumes = async (db: Db, storyId: string, forAuthor: boolean): Promise<VolumeRow[]> => {
  const { rows } = await sql<VolumeRow>`
    select v.id, v.title, (row_number() over (order by v.position))::integer as "order",
      ${forAuthor ? sql`min(c.position)` : sql`min(c.published_number)`} as first_chapter,
      count(c.id)::integer as chapters
    from volumes v left join chapters c on c.story_id = v.story_id and c.volume_id = v.id
      and c.deleted_at is null ${forAuthor ? sql`` : sql`and c.is_published`}
    where v.story_id = ${storyId}
    group by v.id, v.title, v.position ${forAuthor ? sql`` : sql`having count(c.id) > 0`}
    order by v.position`.execute(db);
  return rows;
};

/** The last volume of a story, which new chapters belong to. */
export const findLastVolume = async (db: Db, storyId: string): Promise<string | null> => {
  const found = await db
    .selectFrom('volumes')
    .select('id')
    .where('story_id', '=', storyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.id ?? null;
};

export const findVolume = (db: Db, storyId: string, id: string) =>
  db
    .selectFrom('volumes')
    .select(['id', 'title'])
    .where('story_id', '=', storyId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Adds an empty volume at the end. */
export const insertVolume = (
  db: Db,
  volume: { storyId: string; title: string; position: number; now: Date },
) =>
  db
    .insertInto('volumes')
    .values({
      story_id: volume.storyId,
      title: volume.title,
      position: volume.position,
      created_at: volume.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();

export const renameVolume = (db: Db, id: string, title: string) =>
  db.updateTable('volumes').set({ title }).where('id', '=', id).execute();

export const deleteVolume = (db: Db, id: string) => db.deleteFrom('volumes').where('id', '=', id).execute();
