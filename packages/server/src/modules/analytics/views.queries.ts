import type { AppContext } from '../../platform/context.ts';
import {
  allRows,
  type Db,
  execute,
  firstRow,
  type RawBuilder,
  sql,
  transaction,
} from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { addViews, isPublicStory } from '../stories/index.ts';
import { dayZoneOf } from '../users/index.ts';

/** The chapter of views of a story itself. */
export const noChapter = '00000000-0000-0000-0000-000000000000';

/** Views that count, per address and day (docs/product/stories.md#views); the table has the same limit. */
export const maxVisitorViews = 500;

/** Sources of a story that are counted by their name each day, besides the parts of the product; the others are 'other'. */
const maxSources = 200;

export type Device = 'mobile' | 'tablet' | 'desktop';

/** A view, or a try of one, before it is known whether it counts. */
export interface RawView {
  storyId: string;
  /** `noChapter` for the story itself. */
  chapterId: string;
  /** Of the story's author. */
  day: string;
  viewer: Buffer;
  /** Replaces `viewer` if the person does not want to be measured. */
  ofPage: Buffer;
  at: Date;
  userId: string | null;
  isPrivate: boolean;
  /** A program that says so. */
  isProgram: boolean;
  source: string | null;
  device: Device | null;
  country: string | null;
}

/** The time zones of the days of stories' authors (docs/product/time.md#days-of-a-person). */
export async function findZones(db: Db, storyIds: string[], now: Date): Promise<Map<string, string>> {
  const rows = await allRows<{ id: string; zone: string }>(db)`
    select s.id, ${dayZoneOf(now)} as zone from stories s join users u on u.id = s.author_id
    where s.id = any(${storyIds}::uuid[])`;
  return new Map(rows.map(({ id, zone }) => [id, zone]));
}

/** Returns the day's salt; the first process to save one wins. */
export const saveSalt = async (db: Db, day: string, salt: Buffer): Promise<Buffer> => {
  await execute(db)`insert into view_salts (day, salt) values (${day}, ${salt}) on conflict do nothing`;
  const row = await firstRow<{ salt: Buffer }>(db)`select salt from view_salts where day = ${day}`;
  return row?.salt ?? salt;
};

/** Locks the counts of these visitors in a fixed order, so that only one transaction counts for a visitor at a time. */
const lockVisitors = (tx: Db, visitors: RawView[]): Promise<void> =>
  execute(tx)`
    insert into visitor_view_counts as n (day, viewer)
    select distinct day, viewer
    from unnest(${visitors.map(({ day }) => day)}::date[], ${visitors.map(({ viewer }) => viewer)}::bytea[]) v (day, viewer)
    order by 1, 2 on conflict (day, viewer) do update set views = n.views where false`;

const isNamed = sql`source ~ '^(site|link):'`;
/** From outside of the site. Feeds, emails and links often lead to a chapter, whose reader never sees the story's page. */
const isOutside = sql`(source in ('feed', 'mail') or ${isNamed})`;

/** Parts of a `with` that add the rows of `added` to the days, sources, weeks and months of their stories. */
const addFigures = (now: Date): RawBuilder<unknown> => sql`
  -- Members who are new readers of a story's day, week or month.
  met as (
    insert into analytics_readers (story_id, period, starts_on, viewer)
    select distinct story_id, period, starts_on, viewer from added cross join lateral (values
      ('day', day), ('week', date_trunc('week', day::timestamp)::date), ('month', date_trunc('month', day::timestamp)::date))
      of (period, starts_on)
    where is_member and chapter_id <> ${noChapter} order by 1, 2, 3, 4
    on conflict do nothing returning story_id, period, starts_on),
  days as (
    insert into analytics_days as d (story_id, chapter_id, day, views, robots, readers)
    select story_id, chapter_id, day, sum(views), sum(robots), sum(readers) from (
      select story_id, chapter_id, day, (not is_robot)::int as views, is_robot::int as robots,
        (is_member and chapter_id <> ${noChapter})::int as readers from added
      union all
      select story_id, ${noChapter}::uuid, starts_on, 0, 0, 1 from met where period = 'day') parts
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (story_id, chapter_id, day) do update set views = d.views + excluded.views,
      robots = d.robots + excluded.robots, readers = d.readers + excluded.readers),
  periods as (
    insert into analytics_periods as p (story_id, period, starts_on, readers)
    select story_id, period, starts_on, count(*) from met where period <> 'day' group by 1, 2, 3 order by 1, 2, 3
    on conflict (story_id, period, starts_on) do update set readers = p.readers + excluded.readers),
  arrived as (
    select a.*, ${isNamed} and not exists (
        select from analytics_day_sources k where (k.story_id, k.day, k.source) = (a.story_id, a.day, a.source)) as is_new
    from (
      select story_id, day, coalesce(source, '') as source, count(*) as views from added
      where not is_robot and (chapter_id = ${noChapter} or ${isOutside}) group by 1, 2, 3) a),
  sources as (
    insert into analytics_day_sources as d (story_id, day, source, views)
    select story_id, day, case when is_new and nth + (
        select count(*) from analytics_day_sources k
        where (k.story_id, k.day) = (a.story_id, a.day) and k.source ~ '^(site|link):') > ${maxSources} then 'other' else source end,
      sum(views)
    from (select *, row_number() over (partition by story_id, day, is_new order by source) as nth from arrived) a
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (story_id, day, source) do update set views = d.views + excluded.views),
  due as (
    -- A story that is being counted again is not waited for.
    insert into analytics_stories_due (story_id, since)
    select distinct story_id, ${now}::timestamptz from added a
    where is_member and chapter_id <> ${noChapter}
      and not exists (select from analytics_stories_due q where q.story_id = a.story_id)
    order by 1 on conflict do nothing)`;

/** Counts views; those of visitors must be locked. */
const countAll = async (db: Db, site: Site, views: RawView[]): Promise<(number | undefined)[]> => {
  const member = visibleTo(readerOf(site, { id: sql`v.user_id` }), 'link').chapter;
  const rows = await allRows<{ place: number; views: number }>(db)`
    with setting as materialized (select set_config('synchronous_commit', 'off', true)),
    -- The only look-up of stories, chapters and people.
    input as materialized (
      select v.*, n.views, v.is_private or not coalesce(u.keeps_history and u.is_measured, true) as is_hidden,
        s.author_id is distinct from v.user_id and u.is_admin is not true and case
          when v.chapter_id = ${noChapter} then true
          when v.user_id is null then ${visibleTo(null, 'link').chapter}
          else ${member} end as counts
      from setting, unnest(${views.map((v) => v.storyId)}::uuid[], ${views.map((v) => v.chapterId)}::uuid[],
        ${views.map((v) => v.day)}::date[], ${views.map((v) => v.viewer)}::bytea[],
        ${views.map((v) => v.ofPage)}::bytea[], ${views.map((v) => v.at)}::timestamptz[],
        ${views.map((v) => v.userId)}::uuid[], ${views.map((v) => v.isPrivate)}::boolean[],
        ${views.map((v) => v.isProgram)}::boolean[], ${views.map((v) => v.source)}::text[],
        ${views.map((v) => v.device)}::text[], ${views.map((v) => v.country)}::text[]) with ordinality
        as v (story_id, chapter_id, day, viewer, of_page, at, user_id, is_private, is_program, source, device, country, place)
      join stories s on s.id = v.story_id and ${isPublicStory()}
      join story_counts n on n.story_id = s.id
      left join chapters c on c.id = v.chapter_id and c.story_id = s.id
      left join users u on u.id = v.user_id),
    fresh as (
      select distinct on (story_id, day, chapter_id, viewer) *, case when is_hidden then of_page else viewer end as key
      from input i
      where counts and not exists (
        select from analytics_views k where (k.story_id, k.day, k.chapter_id) = (i.story_id, i.day, i.chapter_id)
          and k.viewer in (i.viewer, i.of_page))
      order by story_id, day, chapter_id, viewer, at),
    judged as materialized (
      select f.*, f.is_program or f.user_id is null and n.views
        + row_number() over (partition by f.day, f.viewer order by f.at, f.place) > ${maxVisitorViews} as is_robot
      from fresh f left join visitor_view_counts n on n.day = f.day and n.viewer = f.viewer),
    visitors as (
      update visitor_view_counts n set views = n.views + of.added
      from (select day, viewer, count(*) as added from judged where user_id is null and not is_robot group by day, viewer) of
      where n.day = of.day and n.viewer = of.viewer),
    added as (
      insert into analytics_views (story_id, day, chapter_id, viewer, at, is_member, is_robot, source, device, country)
      select story_id, day, chapter_id, key, at, user_id is not null and is_known, is_robot,
        case when is_known then source end, case when is_known then device end, case when is_known then country end
      from judged, lateral (select not is_hidden and not is_robot as is_known) of
      order by 1, 2, 3, 4 on conflict do nothing
      returning story_id, day, chapter_id, viewer, at, is_member, is_robot, source),
    ${addViews(sql`(select story_id, at from added where chapter_id = ${noChapter} and not is_robot) of_stories`)},
    ${addFigures(site.clock.now())}
    select i.place, coalesce(t.views, i.views) as views from input i left join totals t on t.story_id = i.story_id`;
  return inInputOrder(rows).map((row) => row?.views);
};

type Site = Pick<AppContext, 'config' | 'clock'>;

/**
 * Counts many views, each once per viewer, page and day: those of what its viewer may read, and not of their own stories,
 * and none of admins. A row that is inserted is added to its story and to every figure in the same statement, and to none
 * otherwise. Returns the views of each one's story, if it is published. Asynchronous commit may lose the last few in a
 * crash, which is acceptable.
 */
export const countViews = (db: Db, site: Site, views: RawView[]): Promise<(number | undefined)[]> => {
  const visitors = views.filter(({ userId, isProgram }) => userId === null && !isProgram);
  if (visitors.length === 0) return countAll(db, site, views);
  return transaction(db, async (tx) => {
    await lockVisitors(tx, visitors);
    return countAll(tx, site, views);
  });
};

/** A reading session that has ended, on a day of the story's author. */
export interface EndedSession {
  storyId: string;
  chapterId: string;
  sessionId: string;
  seconds: number;
  day: string;
}

/** Adds the seconds of an ended session to the days of its story and chapter, once. */
export const countSession = (
  tx: Db,
  { storyId, chapterId, sessionId, seconds, day }: EndedSession,
): Promise<void> =>
  execute(tx)`
    with added as (
      insert into analytics_sessions (story_id, session_id, day) values (${storyId}, ${sessionId}, ${day})
      on conflict do nothing returning story_id, day)
    insert into analytics_days as d (story_id, chapter_id, day, seconds)
    select a.story_id, page, a.day, ${seconds}::bigint
    from added a join stories s on s.id = a.story_id, unnest(array[${noChapter}, ${chapterId}]::uuid[]) page order by 2
    on conflict (story_id, chapter_id, day) do update set seconds = d.seconds + excluded.seconds`;
