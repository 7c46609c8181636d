import { allRows, type Db, execute, firstRow, sql } from '../../platform/db/db.ts';
import { dayZoneOf } from '../users/index.ts';
import { noChapter } from './views.queries.ts';
import './analytics.table.ts';

/** Sources of a story that are counted by their name each day in UTC, besides the parts of the product; the others are 'other'. */
const maxSources = 200;

/** Quarters of an hour that are to be counted, the oldest first. */
export const listDue = async (db: Db, max: number): Promise<Date[]> => {
  const rows = await allRows<{ quarter: Date }>(db)`
    select quarter from analytics_due order by quarter limit ${max}`;
  return rows.map(({ quarter }) => quarter);
};

/** Lets one transaction count at a time; whether this one may. */
export const takeTurn = async (tx: Db): Promise<boolean> =>
  (
    await firstRow<{ taken: boolean }>(tx)`
      select pg_try_advisory_xact_lock(hashtextextended('analytics roll-up', 0)) as taken`
  )?.taken === true;

/** The marks of a quarter; null if it is not to be counted. */
export const marksOf = async (tx: Db, quarter: Date): Promise<number | null> =>
  (await firstRow<{ marks: number }>(tx)`select marks from analytics_due where quarter = ${quarter}`)
    ?.marks ?? null;

/** Notes up to when everything is counted, which figures show as 'As of'. */
export const saveCounted = (db: Db, at: Date): Promise<void> =>
  execute(db)`update analytics_roll_up set at = ${at}`;

/** The rows `r` of a raw table in a quarter; the day is that of its partition. */
const inQuarter = (quarter: Date) => sql`r.day = (${quarter}::timestamptz at time zone 'UTC')::date
  and r.at >= ${quarter} and r.at < ${quarter}::timestamptz + interval '15 minutes'`;

const storiesIn = (quarter: Date) => sql`
  select r.story_id from analytics_views r where ${inQuarter(quarter)}
  union select r.story_id from analytics_sessions r where ${inQuarter(quarter)}`;

/** The time zones of the authors whose stories have rows in a quarter. */
export const listZones = async (tx: Db, quarter: Date, now: Date): Promise<string[]> => {
  const rows = await allRows<{ zone: string }>(tx)`
    select distinct ${dayZoneOf(now)} as zone from users u where u.id in (
      select s.author_id from stories s where s.id in (${storiesIn(quarter)}))`;
  return rows.map(({ zone }) => zone);
};

/** In which day of an author a quarter is, and the first days of its week and month. */
export interface ZoneDay {
  zone: string;
  day: string;
  week: string;
  month: string;
}

/**
 * Ends a count: rows that were added in the meantime have added marks, so they are counted later. So is the whole quarter if an
 * author's time zone by now is none of those that were counted.
 */
export async function clearMarks(
  tx: Db,
  quarter: Date,
  { marks, zones, now }: { marks: number; zones: string[]; now: Date },
): Promise<void> {
  const counted = new Set(zones);
  if ((await listZones(tx, quarter, now)).every((zone) => counted.has(zone)))
    await execute(tx)`delete from analytics_due where quarter = ${quarter} and marks = ${marks}`;
}

type Part = ReturnType<typeof sql>;

/** `places`: the stories with rows in a quarter, and the author's day, week and month that it is in. */
const placesOf = (quarter: Date, zones: ZoneDay[], now: Date): Part => sql`
  places as materialized (
    select s.id as story_id, z.day, z.week, z.month
    from stories s join users u on u.id = s.author_id
    join unnest(${zones.map(({ zone }) => zone)}::text[], ${zones.map(({ day }) => day)}::date[],
      ${zones.map(({ week }) => week)}::date[], ${zones.map(({ month }) => month)}::date[])
      as z (zone, day, week, month) on z.zone = ${dayZoneOf(now)}
    where s.id in (${storiesIn(quarter)}))`;

const isNamed = sql`source ~ '^(site|link):'`;
/** From outside of the site. Feeds, emails and links often lead to a chapter, whose reader never sees the story's page. */
const isOutside = sql`(source in ('feed', 'mail', 'other') or ${isNamed})`;

/** `counted`: the raw rows of the quarter, in which named sources beyond the limit of the UTC day are 'other'. */
const countRows = (quarter: Date): Part => sql`
  found as materialized (
    select r.story_id, r.chapter_id, coalesce(r.source, '') as source, coalesce(r.device, '') as device,
      coalesce(r.country, '') as country, count(*) filter (where not r.is_robot) as views,
      count(*) filter (where r.is_robot) as robots, 0 as seconds
    from analytics_views r join places p using (story_id) where ${inQuarter(quarter)} group by 1, 2, 3, 4, 5
    union all
    select r.story_id, r.chapter_id, '', '', '', 0, 0, sum(r.seconds)
    from analytics_sessions r join places p using (story_id) where ${inQuarter(quarter)} group by 1, 2),
  known as materialized (
    select distinct q.story_id, q.source from analytics_quarters q
    where q.story_id in (select story_id from found where ${isNamed}) and ${isNamed}
      and q.quarter >= date_trunc('day', ${quarter}::timestamptz, 'UTC')
      and q.quarter < date_trunc('day', ${quarter}::timestamptz, 'UTC') + interval '24 hours'),
  surplus as (
    select n.story_id, n.source from (
      select story_id, source, row_number() over (partition by story_id order by source) as nth
      from (select distinct story_id, source from found where ${isNamed} except select * from known) added) n
    where n.nth + (select count(*) from known k where k.story_id = n.story_id) > ${maxSources}),
  counted as (
    select f.story_id, f.chapter_id, case when o.source is null then f.source else 'other' end as source, f.device,
      f.country, sum(f.views) as views, sum(f.robots) as robots, sum(f.seconds) as seconds
    from found f left join surplus o using (story_id, source) group by 1, 2, 3, 4, 5)`;

/** `changed`: what is more than at the last count, which is then noted. A row that was deleted stays counted. */
const noteChanges = (quarter: Date): Part => sql`
  changed as materialized (
    select story_id, chapter_id, p.day, source, device, country,
      greatest(0, n.views - coalesce(o.views, 0)) as views, greatest(0, n.robots - coalesce(o.robots, 0)) as robots,
      greatest(0, n.seconds - coalesce(o.seconds, 0)) as seconds
    from counted n join places p using (story_id)
    left join (select * from analytics_quarters where quarter = ${quarter}) o
      using (story_id, chapter_id, source, device, country)
    where o.views is null or n.views > o.views or n.robots > o.robots or n.seconds > o.seconds),
  quarters as (
    insert into analytics_quarters as q (story_id, quarter, chapter_id, source, device, country, views, robots, seconds)
    select story_id, ${quarter}::timestamptz, chapter_id, source, device, country, views, robots, seconds from changed
    on conflict (story_id, quarter, chapter_id, source, device, country) do update set
      views = q.views + excluded.views, robots = q.robots + excluded.robots, seconds = q.seconds + excluded.seconds)`;

/** `met`: members who are new readers of a chapter's day, or of a story's day, week or month. */
const meetReaders = (quarter: Date): Part => sql`
  met as (
    insert into analytics_readers (story_id, chapter_id, period, starts_on, viewer)
    select distinct r.story_id, case when o.is_of_chapter then r.chapter_id else ${noChapter}::uuid end, o.period, o.starts_on,
      r.viewer
    from analytics_views r join places p using (story_id)
    -- Readers who were counted before their author moved have been counted on another day.
    join (select distinct story_id, chapter_id from changed where views > 0) n using (story_id, chapter_id)
    cross join lateral (values (true, 'day', p.day), (false, 'day', p.day), (false, 'week', p.week), (false, 'month', p.month))
      o (is_of_chapter, period, starts_on)
    where ${inQuarter(quarter)} and r.is_member and r.chapter_id <> ${noChapter}
    order by 1, 2, 3, 4, 5
    on conflict do nothing returning story_id, chapter_id, period, starts_on)`;

/** Adds `changed` and `met` to the author's days, weeks and months. */
const addToPeriods = (): Part => sql`
  days as (
    insert into analytics_days as d (story_id, chapter_id, day, views, robots, readers, seconds)
    select story_id, chapter_id, day, sum(views), sum(robots), sum(readers), sum(seconds)
    from (
      select story_id, chapter_id, day, views, robots, 0 as readers, seconds from changed
      union all
      select story_id, ${noChapter}::uuid, day, 0, 0, 0, seconds from changed where seconds > 0
      union all
      select story_id, chapter_id, starts_on, 0, 0, 1, 0 from met where period = 'day') parts
    group by 1, 2, 3
    on conflict (story_id, chapter_id, day) do update set views = d.views + excluded.views,
      robots = d.robots + excluded.robots, readers = d.readers + excluded.readers, seconds = d.seconds + excluded.seconds),
  day_sources as (
    insert into analytics_day_sources as d (story_id, day, source, views)
    select story_id, day, source, sum(views) from changed
    where views > 0 and (chapter_id = ${noChapter} or ${isOutside}) group by 1, 2, 3
    on conflict (story_id, day, source) do update set views = d.views + excluded.views),
  periods as (
    insert into analytics_periods as p (story_id, period, starts_on, readers)
    select story_id, period, starts_on, count(*) from met where period <> 'day' group by 1, 2, 3
    on conflict (story_id, period, starts_on) do update set readers = p.readers + excluded.readers)`;

/**
 * Counts the raw rows of a quarter, and adds what has changed since its last count to the days, weeks and months of the
 * stories' authors. Counting again changes nothing. `zones` are those of `listZones`; a story whose author has changed
 * theirs in the meantime waits for the next count.
 */
export const countQuarter = (tx: Db, quarter: Date, zones: ZoneDay[], now: Date): Promise<void> =>
  execute(tx)`
    with ${placesOf(quarter, zones, now)}, ${countRows(quarter)}, ${noteChanges(quarter)}, ${meetReaders(quarter)},
    ${addToPeriods()}
    insert into analytics_stories_due (story_id, since)
    select distinct story_id, ${now}::timestamptz from changed where chapter_id <> ${noChapter} order by 1
    on conflict do nothing`;
