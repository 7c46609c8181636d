import type { RawBuilder } from 'kysely';
import { notFound } from './app-error.ts';
import { noLaterThan } from './clock.ts';
import type { AppContext, Viewer } from './context.ts';
import { allRows, type Db, execute, hasRows, sql, transaction } from './db/db.ts';
import type { Tables } from './db/tables.generated.ts';

/** The like's state after the statement. */
interface LikeState {
  liked: boolean;
  likes: number;
}

/** A like that was added (`by` is 1) or removed (-1), and when it was made. */
interface LikeChange {
  id: string;
  userId: string;
  at: Date;
  by: 1 | -1;
}

/** Things that people can like: the table with their counts, the table of their likes and that table's foreign key. */
interface Likable {
  /** What a 404 calls it. */
  name: string;
  entities: keyof Tables;
  /** The key of `entities`; `id` unless given. */
  key?: string;
  likes: keyof Tables;
  foreignKey: string;
  /** The table with the time of each person's latest choice, for likes that are also made offline. */
  choices?: keyof Tables;
  /** Runs in the transaction of each change of a like; only with `choices`. */
  onChange?(ctx: AppContext, tx: Db, change: LikeChange): Promise<void>;
  /** Selects `id` and `likes` of the entity, if it may be liked. */
  published(id: string): RawBuilder<unknown>;
  /** Throws if the viewer may not begin to like it. */
  requireLikable?(ctx: AppContext, viewer: Viewer, id: string): Promise<void>;
}

type Action = 'add' | 'remove' | 'toggle';

/** When a person chose to like or unlike, and whether that was without a connection. */
interface ChoiceTime {
  chosenAt: Date;
  isOffline: boolean;
}

/** Adding, removing and toggling a like, each a 404 when nothing published has the id; and withdrawing all of a person. */
export const likeCounter = ({
  name,
  entities,
  key = 'id',
  likes,
  foreignKey,
  choices,
  onChange,
  published,
  requireLikable,
}: Likable) => {
  const [table, likesTable, entityId] = [sql.table(entities), sql.table(likes), sql.ref(foreignKey)];
  const countedId = sql.ref(key);
  const none = sql`select id, null::timestamptz as created_at from entity where false`;

  // One statement changes the row and the counter, so they cannot diverge.
  const changeNow = async (action: Action, db: Db, viewer: Viewer, id: string, now: Date) => {
    const removed = sql`
      delete from ${likesTable} where ${entityId} in (select id from entity) and user_id = ${viewer.id} returning ${entityId} as id, created_at`;
    const added = sql`
      insert into ${likesTable} (${entityId}, user_id, created_at)
      select id, ${viewer.id}, ${now} from entity where not exists (select from removed)
      on conflict do nothing returning ${entityId} as id, created_at`;
    const rows = await allRows<LikeState & { change: { at: string; by: 1 | -1 } | null }>(db)`
      with entity as (${published(id)}),
      removed as (${action === 'add' ? none : removed}),
      added as (${action === 'remove' ? none : added}),
      counted as (
        update ${table} set likes = likes + (select count(*) from added) - (select count(*) from removed)
        where ${countedId} in (select id from added union all select id from removed) returning likes)
      select ${action === 'remove' ? sql`false` : sql`not exists (select from removed)`} as liked,
        coalesce((select likes from counted), likes) as likes, (
          select json_build_object('at', created_at, 'by', by)
          from (select created_at, 1 as by from added union all select created_at, -1 from removed) c) as change
      from entity`;
    const [state] = rows;
    if (state === undefined) throw notFound(name);
    return state;
  };

  const stateOf = async (db: Db, viewer: Viewer, id: string): Promise<LikeState> => {
    const rows = await allRows<LikeState>(db)`
      select exists (select from ${likesTable} where ${entityId} = entity.id and user_id = ${viewer.id}) as liked,
        entity.likes from (${published(id)}) entity`;
    const [state] = rows;
    if (state === undefined) throw notFound(name);
    return state;
  };

  /** Records when the person chose; false if a later choice is stored. Locks the row until the transaction ends. */
  const recordChoice = (tx: Db, table: keyof Tables, viewer: Viewer, id: string, at: ChoiceTime) =>
    hasRows(tx)`
        insert into ${sql.table(table)} as c (user_id, ${entityId}, chosen_at)
        select ${viewer.id}, id, ${at.chosenAt} from (${published(id)}) entity
        on conflict (user_id, ${entityId}) do update set chosen_at = excluded.chosen_at
          where not ${at.isOffline}::boolean or c.chosen_at <= excluded.chosen_at`;

  /** With `chosenAt` the choice was made offline at that time, and has no effect if the person has chosen since. */
  const change =
    (action: Action) => async (ctx: AppContext, viewer: Viewer, id: string, chosenAt?: string) => {
      const now = ctx.clock.now();
      if (action !== 'remove') await requireLikable?.(ctx, viewer, id);
      if (choices === undefined) {
        const { liked, likes } = await changeNow(action, ctx.db, viewer, id, now);
        return { liked, likes };
      }
      const at = {
        chosenAt: chosenAt === undefined ? now : noLaterThan(now, chosenAt),
        isOffline: chosenAt !== undefined,
      };
      return transaction(ctx.db, async (tx) => {
        if (!(await recordChoice(tx, choices, viewer, id, at))) return stateOf(tx, viewer, id);
        const { change, liked, likes } = await changeNow(action, tx, viewer, id, at.chosenAt);
        if (change !== null)
          await onChange?.(ctx, tx, { id, userId: viewer.id, at: new Date(change.at), by: change.by });
        return { liked, likes };
      });
    };

  return {
    /** Changes a like in the caller's transaction; `change` is null for one that was so before. */
    changeNow,
    add: change('add'),
    remove: change('remove'),
    toggle: change('toggle'),
    /** Removes all likes of a person; returns of what, and when they were made. */
    async withdraw(tx: Db, userId: string): Promise<{ id: string; created_at: Date }[]> {
      await execute(tx)`
        select from ${table} where ${countedId} in (select ${entityId} from ${likesTable} where user_id = ${userId})
        order by ${countedId} for no key update`;
      return allRows<{ id: string; created_at: Date }>(tx)`
        with deleted as (
          delete from ${likesTable} where user_id = ${userId} returning ${entityId} as id, created_at),
        counted as (
          update ${table} set likes = likes - 1 where ${countedId} in (select id from deleted))
        select id, created_at from deleted`;
    },
  };
};
