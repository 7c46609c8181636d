import type { Volume } from '@inkling/contract/volumes';
import { allRows, type Db, firstRow, firstValue, sql } from '../../platform/db/db.ts';

/** A story's volumes in order: all of them for its author, those with published chapters for readers. */
export const listVolumes = (db: Db, storyId: string, forAuthor: boolean): Promise<Volume[]> =>
  allRows<Volume>(db)`
    select v.id as "_id", v.title, (row_number() over (order by v.position))::integer as "order",
      ${forAuthor ? sql`min(c.position)` : sql`min(c.published_number)`} as "firstChapter",
      count(c.id)::integer as "chapterCount"
    from volumes v left join chapters c on c.story_id = v.story_id and c.volume_id = v.id
      and c.deleted_at is null ${forAuthor ? sql`` : sql`and c.is_published`}
    where v.story_id = ${storyId}
    group by v.id, v.title, v.position ${forAuthor ? sql`` : sql`having count(c.id) > 0`}
    order by v.position`;

export const findVolume = (db: Db, storyId: string, id: string) =>
  firstRow<{ id: string; title: string }>(db)`
    select id, title from volumes where story_id = ${storyId} and id = ${id}`;

/** Whether this is a volume of this story; undefined if there is none with this id. */
export const isVolumeOf = (db: Db, id: string, storyId: string): Promise<boolean | undefined> =>
  firstValue<boolean>(db)`select story_id = ${storyId} from volumes where id = ${id}`;

/** Adds an empty volume at the end. Undefined if its chosen id is in use. */
export const insertVolume = (
  db: Db,
  { _id, storyId, title, position, now }: NewVolume,
): Promise<string | undefined> =>
  firstValue<string>(db)`
    insert into volumes (id, story_id, title, position, created_at)
    values (coalesce(${_id ?? null}::uuid, uuidv7()), ${storyId}, ${title}, ${position}, ${now})
    on conflict (id) do nothing returning id`;
interface NewVolume {
  _id?: string | undefined;
  storyId: string;
  title: string;
  position: number;
  now: Date;
}

export const renameVolume = (db: Db, id: string, title: string) =>
  db.updateTable('volumes').set({ title }).where('id', '=', id).execute();

export const deleteVolume = (db: Db, id: string) => db.deleteFrom('volumes').where('id', '=', id).execute();
