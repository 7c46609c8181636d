import { allValues, type Db, execute, firstRow } from '../../platform/db/db.ts';
import { deleteSome } from '../../platform/db/delete-some.ts';
import type { StoredStory } from './stories.queries.ts';

/** Locks a deleted story that can be restored at `now`. */
export const lockDeletedStory = (db: Db, id: string, now: Date): Promise<StoredStory | undefined> =>
  firstRow<StoredStory>(db)`
    select * from stories where id = ${id} and deleted_at is not null and erase_at > ${now} for update`;

/** Makes a deleted story impossible to restore; the next run of the job erases it. */
export const markStoryForErasure = (db: Db, id: string): Promise<void> =>
  execute(db)`update stories set erase_at = deleted_at where id = ${id} and deleted_at is not null`;

/** Marks the deleted stories that can no longer be restored at `now`, and returns all that are marked. */
export const takeStoriesToErase = (db: Db, now: Date, max: number): Promise<string[]> =>
  allValues<string>(db)`
    update stories set erase_at = deleted_at where id in (
      select id from stories where deleted_at is not null and erase_at <= ${now} order by erase_at, id limit ${max})
    returning id`;

/** Deletes at most `max` rows about a story, and returns how many; zero when only the story's own row is left. */
export const eraseStoryRows = (db: Db, id: string, max: number): Promise<number> =>
  deleteSome(db, ['story_likes'], { column: 'story_id', id, max });

export const eraseStory = (db: Db, id: string) => db.deleteFrom('stories').where('id', '=', id).execute();
