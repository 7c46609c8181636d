import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';

/** The like's state after the statement; null when there is nothing published to like. */
export interface LikeState {
  liked: boolean;
  likes: number;
}

/** Something that is liked: its table, the table of its likes and how that one refers to it. */
interface Likable {
  things: 'stories' | 'chapters';
  likes: 'story_likes' | 'chapter_likes';
  reference: 'story_id' | 'chapter_id';
  /** Selects `id` and `likes` of the thing, if it may be liked. */
  published(id: string): RawBuilder<unknown>;
}

type Wish = 'add' | 'remove' | 'toggle';

/** Likes a thing, or takes that back, or whichever it is not; `now` is when it was liked. */
export const likesOf = ({ things, likes, reference, published }: Likable) => {
  const [counted, kept, thing] = [sql.table(things), sql.table(likes), sql.ref(reference)];
  const none = sql`select id from thing where false`;

  // One statement changes the row and the counter: they cannot part.
  return async (db: Db, wish: Wish, id: string, userId: string, now: Date): Promise<LikeState | null> => {
    const removed = sql`
      delete from ${kept} where ${thing} in (select id from thing) and user_id = ${userId} returning ${thing} as id`;
    const added = sql`
      insert into ${kept} (${thing}, user_id, created_at)
      select id, ${userId}, ${now} from thing where not exists (select from removed)
      on conflict do nothing returning ${thing} as id`;
    const { rows } = await sql<LikeState>`
      with thing as (${published(id)}),
      removed as (${wish === 'add' ? none : removed}),
      added as (${wish === 'remove' ? none : added}),
      counted as (
        update ${counted} set likes = likes + (select count(*) from added) - (select count(*) from removed)
        where id in (select id from added union all select id from removed) returning likes)
      select ${wish === 'remove' ? sql`false` : sql`not exists (select from removed)`} as liked,
        coalesce((select likes from counted), likes) as likes
      from thing`.execute(db);
    return rows[0] ?? null;
  };
};
