import { type Db, sql } from '../../platform/db/db.ts';
import './stories.table.ts';

/** The like's state after the statement; null when there is no such published story. */
export interface LikeState {
  liked: boolean;
  likes: number;
}

const published = (id: string) =>
  sql`select id, likes from stories where id = ${id} and is_published and deleted_at is null`;

// In each of the three, one statement changes the row and the counter: they cannot part.

export const addLike = async (db: Db, id: string, userId: string, now: Date): Promise<LikeState | null> => {
  const { rows } = await sql<{ likes: number }>`
    with story as (${published(id)}),
    added as (
      insert into story_likes (story_id, user_id, created_at) select id, ${userId}, ${now} from story
      on conflict do nothing returning story_id),
    counted as (update stories set likes = likes + 1 where id in (select story_id from added) returning likes)
    select coalesce((select likes from counted), likes) as likes from story`.execute(db);
  return rows[0] ? { liked: true, likes: rows[0].likes } : null;
};

export const removeLike = async (db: Db, id: string, userId: string): Promise<LikeState | null> => {
  const { rows } = await sql<{ likes: number }>`
    with story as (${published(id)}),
    removed as (
      delete from story_likes where story_id in (select id from story) and user_id = ${userId} returning story_id),
    counted as (update stories set likes = likes - 1 where id in (select story_id from removed) returning likes)
    select coalesce((select likes from counted), likes) as likes from story`.execute(db);
  return rows[0] ? { liked: false, likes: rows[0].likes } : null;
};

export const toggleLike = async (
  db: Db,
  id: string,
  userId: string,
  now: Date,
): Promise<LikeState | null> => {
  const { rows } = await sql<LikeState>`
    with story as (${published(id)}),
    removed as (
      delete from story_likes where story_id in (select id from story) and user_id = ${userId} returning story_id),
    added as (
      insert into story_likes (story_id, user_id, created_at)
      select id, ${userId}, ${now} from story where not exists (select from removed)
      on conflict do nothing returning story_id),
    counted as (
      update stories set likes = likes + (select count(*) from added) - (select count(*) from removed)
      where id in (select story_id from added union all select story_id from removed) returning likes)
    select not exists (select from removed) as liked, coalesce((select likes from counted), likes) as likes
    from story`.execute(db);
  return rows[0] ?? null;
};
