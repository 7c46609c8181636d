import { allRows, type Db, execute, firstRow, sql, transaction } from '../../platform/db/db.ts';
import { isPublicStory } from './stories.policy.queries.ts';

export interface View {
  storyId: string;
  day: string;
  /** Null for views that are not counted. */
  viewer: Buffer | null;
  /** The signed-in viewer; views of their own stories do not count. */
  userId: string | null;
}

/** What became of a view: it was refused if the visitor's address has too many; null if it was known or does not count. */
export interface CountedView {
  /** Of the story. */
  views: number;
  outcome: 'counted' | 'refused' | null;
}

interface Decided {
  id: string;
  day: string;
  viewer: Buffer;
  outcome: 'counted' | 'refused';
}

/** Max views counted per address and day (docs/product/stories.md#views); the table has the same limit. */
export const maxVisitorViews = 500;

/** Locks the counts of these visitors in a fixed order, so that only one transaction counts for a visitor at a time. */
async function lockVisitors(tx: Db, visitors: View[]): Promise<void> {
  if (visitors.length === 0) return;
  const days = visitors.map(({ day }) => day);
  const viewers = visitors.map(({ viewer }) => viewer);
  await execute(tx)`
    insert into visitor_view_counts (day, viewer)
    select distinct day, viewer from unnest(${days}::date[], ${viewers}::bytea[]) as v (day, viewer)
    order by 1, 2 on conflict do nothing`;
  await execute(tx)`
    select from visitor_view_counts
    where (day, viewer) in (select * from unnest(${days}::date[], ${viewers}::bytea[]))
    order by day, viewer for update`;
}

/**
 * Counts many views in one transaction and returns what became of each, if its story is published. Counters grow only by inserted rows.
 * Asynchronous commit may lose the last few views in a crash, which is acceptable.
 */
export const countViews = (db: Db, views: View[]): Promise<(CountedView | undefined)[]> =>
  transaction(db, async (tx) => {
    await execute(tx)`set local synchronous_commit = off`;
    const counted = views.filter(({ viewer }) => viewer !== null);
    await lockVisitors(
      tx,
      counted.filter(({ userId }) => userId === null),
    );
    const { rows: decided } = await sql<Decided>`
      with candidates as (
        select distinct s.id as story_id, v.day, v.viewer, v.user_id
        from unnest(${counted.map((v) => v.storyId)}::uuid[], ${counted.map((v) => v.day)}::date[],
          ${counted.map((v) => v.viewer)}::bytea[], ${counted.map((v) => v.userId)}::uuid[]) as v (story_id, day, viewer, user_id)
        join stories s on s.id = v.story_id
        left join users u on u.id = v.user_id
        where ${isPublicStory()} and s.author_id is distinct from v.user_id and u.is_admin is not true
          and not exists (select from story_views known
            where known.story_id = s.id and known.day = v.day and known.viewer = v.viewer)),
      allowed as (
        select g.story_id, g.day, g.viewer
        from (select *, row_number() over (partition by day, viewer order by story_id) as nth from candidates) g
        left join visitor_view_counts n on n.day = g.day and n.viewer = g.viewer
        where g.user_id is not null or n.views + g.nth <= ${maxVisitorViews}),
      seen as (
        insert into story_views (story_id, day, viewer)
        select story_id, day, viewer from allowed order by 1, 2, 3
        on conflict do nothing returning story_id, day, viewer),
      active as (
        insert into story_activity_days as a (story_id, day, activity)
        select story_id, day, count(*) from seen group by story_id, day order by story_id, day
        on conflict (story_id, day) do update set activity = a.activity + excluded.activity),
      visitor_totals as (
        update visitor_view_counts n set views = n.views + of.added
        from (select day, viewer, count(*) as added from seen group by day, viewer) of
        where n.day = of.day and n.viewer = of.viewer),
      totals as (
        update story_counts s set views = s.views + n.added
        from (
          select c.story_id, of.added from story_counts c
          join (select story_id, count(*) as added from seen group by story_id) of on of.story_id = c.story_id
          order by c.story_id for no key update of c) n
        where s.story_id = n.story_id)
      select c.story_id as id, c.day::text as day, c.viewer,
        case when seen.story_id is null then 'refused' else 'counted' end as outcome
      from candidates c
      left join seen on (seen.story_id, seen.day, seen.viewer) = (c.story_id, c.day, c.viewer)
      where seen.story_id is not null
        or not exists (select from allowed a where (a.story_id, a.day, a.viewer) = (c.story_id, c.day, c.viewer))`.execute(
      tx,
    );
    const rows = await allRows<{ id: string; views: number }>(tx)`
      select s.id, counts.views from stories s join story_counts counts on counts.story_id = s.id
      where s.id = any(${views.map((v) => v.storyId)}::uuid[]) and ${isPublicStory()}`;
    const totals = new Map(rows.map(({ id, views }) => [id, views]));
    const keyOf = (story: string, day: string, viewer: Buffer) => `${story} ${day} ${viewer.toString('hex')}`;
    const outcomes = new Map(
      decided.map(({ id, day, viewer, outcome }) => [keyOf(id, day, viewer), outcome]),
    );
    return views.map(({ storyId, day, viewer }) => {
      const total = totals.get(storyId);
      if (total === undefined) return undefined;
      const outcome = viewer === null ? null : (outcomes.get(keyOf(storyId, day, viewer)) ?? null);
      return { views: total, outcome };
    });
  });

/** Deletes the visitors' view counts of days before `day`. */
export const deleteVisitorCounts = (db: Db, day: string) =>
  sql`delete from visitor_view_counts where day < ${day}::date`.execute(db);

/** Returns the day's salt; the first process to save one wins. Deletes salts of past days. */
export const saveSalt = async (db: Db, day: string, salt: Buffer): Promise<Buffer> => {
  await execute(db)`delete from view_salts where day < ${day}::date - 1`;
  await execute(db)`insert into view_salts (day, salt) values (${day}, ${salt}) on conflict do nothing`;
  const row = await firstRow<{ salt: Buffer }>(db)`select salt from view_salts where day = ${day}`;
  return row?.salt ?? salt;
};

/** The oldest day before `day` with stored viewers; null when there is none. */
export const oldestViews = async (db: Db, day: string): Promise<string | null> => {
  const row = await firstRow<{ day: string | null }>(db)`
    select min(day)::text as day from story_views where day < ${day}::date`;
  return row?.day ?? null;
};

/** Replaces a day's individual views with a count per story. */
export const rollUpViews = (db: Db, day: string) =>
  sql`
    with deleted as (delete from story_views where day = ${day} returning story_id)
    insert into story_view_days as rolled (story_id, day, views)
    select story_id, ${day}::date, count(*) from deleted group by story_id
    on conflict (story_id, day) do update set views = rolled.views + excluded.views`.execute(db);
