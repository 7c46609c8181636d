import type { RawBuilder } from 'kysely';
import { type Db, sql } from '../../platform/db/db.ts';

/** The like's state after the statement. */
export interface LikeState {
  liked: boolean;
  likes: number;
}

/** A likable entity: its table, the table of its likes and that table's foreign key. */
interface Likable {
  entities: 'stories' | 'chapters';
  likes: 'story_likes' | 'chapter_likes';
  foreignKey: 'story_id' | 'chapter_id';
  /** Selects `id` and `likes` of the entity, if it may be liked. */
  published(id: string): RawBuilder<unknown>;
}

type Action = 'add' | 'remove' | 'toggle';

/** Adds, removes or toggles a like; null when there is nothing published to like. `now` is the like's time. */
export const likesOf = ({ entities, likes, foreignKey, published }: Likable) => {
  const [table, likesTable, entityId] = [sql.table(entities), sql.table(likes), sql.ref(foreignKey)];
  const none = sql`select id from entity where false`;

  // One statement changes the row and the counter, so they cannot diverge.
  return async (db: Db, action: Action, id: string, userId: string, now: Date): Promise<LikeState | null> => {
    const removed = sql`
      delete from ${likesTable} where ${entityId} in (select id from entity) and user_id = ${userId} returning ${entityId} as id`;
    const added = sql`
      insert into ${likesTable} (${entityId}, user_id, created_at)
      select id, ${userId}, ${now} from entity where not exists (select from removed)
      on conflict do nothing returning ${entityId} as id`;
    const { rows } = await sql<LikeState>`
      with entity as (${published(id)}),
      removed as (${action === 'add' ? none : removed}),
      added as (${action === 'remove' ? none : added}),
      counted as (
        update ${table} set likes = likes + (select count(*) from added) - (select count(*) from removed)
        where id in (select id from added union all select id from removed) returning likes)
      select ${action === 'remove' ? sql`false` : sql`not exists (select from removed)`} as liked,
        coalesce((select likes from counted), likes) as likes
      from entity`.execute(db);
    return rows[0] ?? null;
  };
};
