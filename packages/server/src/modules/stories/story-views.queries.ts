import { type Db, execute, firstRow, type RawBuilder, sql } from '../../platform/db/db.ts';

/** Views that count, per address and day (docs/product/stories.md#views); the table has the same limit. */
export const maxVisitorViews = 500;

/** Locks the counts of these visitors in a fixed order, so that only one transaction counts for a visitor at a time. */
export const lockVisitors = (tx: Db, visitors: { day: string; viewer: Buffer }[]): Promise<void> =>
  execute(tx)`
    insert into visitor_view_counts as n (day, viewer)
    select distinct day, viewer
    from unnest(${visitors.map(({ day }) => day)}::date[], ${visitors.map(({ viewer }) => viewer)}::bytea[]) v (day, viewer)
    order by 1, 2 on conflict (day, viewer) do update set views = n.views where false`;

/**
 * Parts of a `with` that count views, which have the columns story_id, day and viewer, each once per viewer and day. In
 * `totals` are the new numbers of the stories. Counters grow only by inserted rows.
 */
export const addViews = (views: RawBuilder<unknown>) => sql`
  seen as (
    insert into story_views (story_id, day, viewer) select story_id, day, viewer from ${views} order by 1, 2, 3
    on conflict do nothing returning story_id, day),
  active as (
    insert into story_activity_days as a (story_id, day, activity)
    select story_id, day, count(*) from seen group by story_id, day order by story_id, day
    on conflict (story_id, day) do update set activity = a.activity + excluded.activity),
  totals as (
    update story_counts s set views = s.views + n.added
    from (
      select c.story_id, of.added from story_counts c
      join (select story_id, count(*) as added from seen group by story_id) of on of.story_id = c.story_id
      order by c.story_id for no key update of c) n
    where s.story_id = n.story_id returning s.story_id, s.views)`;

/** The part of a `with` that counts views of visitors, who are locked, for the limit of their addresses. */
export const addVisitorViews = (views: RawBuilder<unknown>) => sql`
  visitors as (
    update visitor_view_counts n set views = n.views + of.added
    from (select day, viewer, count(*) as added from ${views} group by day, viewer) of
    where n.day = of.day and n.viewer = of.viewer)`;

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
