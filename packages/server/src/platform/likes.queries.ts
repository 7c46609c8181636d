import type { RawBuilder } from 'kysely';
import { notFound } from './app-error.ts';
import type { AppContext, Viewer } from './context.ts';
import { type Db, sql } from './db/db.ts';
import type { Tables } from './db/tables.ts';

/** The like's state after the statement. */
interface LikeState {
  liked: boolean;
  likes: number;
}

/** Things that people can like: their table, the table of their likes and that table's foreign key. */
interface Likable {
  /** What a 404 calls it. */
  name: string;
  entities: keyof Tables;
  likes: keyof Tables;
  foreignKey: string;
  /** Selects `id` and `likes` of the entity, if it may be liked. */
  published(id: string): RawBuilder<unknown>;
}

type Action = 'add' | 'remove' | 'toggle';

/** Adding, removing and toggling a like, each a 404 when nothing published has the id; and withdrawing all of a person. */
export const likeCounter = ({ name, entities, likes, foreignKey, published }: Likable) => {
  const [table, likesTable, entityId] = [sql.table(entities), sql.table(likes), sql.ref(foreignKey)];
  const none = sql`select id from entity where false`;

  // One statement changes the row and the counter, so they cannot diverge.
  const change = (action: Action) => async (ctx: AppContext, viewer: Viewer, id: string) => {
    const removed = sql`
      delete from ${likesTable} where ${entityId} in (select id from entity) and user_id = ${viewer.id} returning ${entityId} as id`;
    const added = sql`
      insert into ${likesTable} (${entityId}, user_id, created_at)
      select id, ${viewer.id}, ${ctx.clock.now()} from entity where not exists (select from removed)
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
      from entity`.execute(ctx.db);
    const [state] = rows;
    if (state === undefined) throw notFound(name);
    return state;
  };

  return {
    add: change('add'),
    remove: change('remove'),
    toggle: change('toggle'),
    async withdraw(tx: Db, userId: string): Promise<void> {
      await sql`
        with deleted as (delete from ${likesTable} where user_id = ${userId} returning ${entityId} as id)
        update ${table} set likes = likes - 1 where id in (select id from deleted)`.execute(tx);
    },
  };
};
