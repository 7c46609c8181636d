import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, sql, transaction } from '../../platform/db/db.ts';
import { inInputOrder } from '../../platform/db/loader.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { addViews, addVisitorViews, isPublicStory, lockVisitors, maxVisitorViews } from '../stories/index.ts';
import type { Device } from './view-details.ts';
import './analytics.table.ts';

/** The chapter of views of a story itself. */
export const noChapter = '00000000-0000-0000-0000-000000000000';

export interface RawView {
  storyId: string;
  /** `noChapter` for the story itself. */
  chapterId: string;
  /** In UTC. */
  day: string;
  viewer: Buffer;
  /** Replaces `viewer` if the person does not want to be measured. */
  ofPage: Buffer;
  at: Date;
  userId: string | null;
  isPrivate: boolean;
  /** A program that says so. */
  isProgram: boolean;
  source: string;
  device: Device;
  country: string | null;
}

type Site = Pick<AppContext, 'config' | 'clock'>;

/** A quarter of an hour in UTC, in which views are counted. */
export const quarterOf = (at: ReturnType<typeof sql>) =>
  sql`date_bin('15 minutes', ${at}, timestamptz '2000-01-01 00:00:00Z')`;

/** The part of a statement that has the quarters of the rows in `added` counted (again), and ends it. */
export const markQuarters = (added: ReturnType<typeof sql>) => sql`
  insert into analytics_due as d (quarter) select distinct ${quarterOf(sql`at`)} from ${added} order by 1
  on conflict (quarter) do update set marks = d.marks + 1`;

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
      select distinct on (story_id, chapter_id, day, viewer, is_program) *,
        case when is_hidden then of_page else viewer end as key
      from input i
      where counts and not case when chapter_id = ${noChapter} and not is_program
        then exists (
          select from story_views k where (k.story_id, k.day) = (i.story_id, i.day) and k.viewer in (i.viewer, i.of_page))
        else exists (
          select from analytics_views k where (k.story_id, k.chapter_id, k.day) = (i.story_id, i.chapter_id, i.day)
            and k.viewer in (i.viewer, i.of_page)) end
      order by story_id, chapter_id, day, viewer, is_program, at),
    judged as materialized (
      select f.*, f.is_program or f.user_id is null and n.views
        + row_number() over (partition by f.day, f.viewer, f.is_program order by f.at, f.place) > ${maxVisitorViews} as is_robot
      from fresh f left join visitor_view_counts n on n.day = f.day and n.viewer = f.viewer),
    ${addViews(sql`(select story_id, day, key as viewer from judged where chapter_id = ${noChapter} and not is_robot) of_stories`)},
    ${addVisitorViews(sql`judged where user_id is null and not is_robot`)},
    added as (
      insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
      select story_id, chapter_id, day, key, at, user_id is not null and is_known, is_robot,
        case when is_known then source end, case when is_known then device end, case when is_known then country end
      from judged, lateral (select not is_hidden and not is_robot as is_known) of
      order by 1, 2, 3, 4 on conflict do nothing returning at),
    due as (${markQuarters(sql`added`)})
    select i.place, coalesce(t.views, i.views) as views from input i left join totals t on t.story_id = i.story_id`;
  return inInputOrder(rows).map((row) => row?.views);
};

/**
 * Counts many views, each once per viewer, page and day: those of what its viewer may read, and not of their own stories,
 * and none of admins. Returns the views of each one's story, if it is published. Asynchronous commit may lose the last few
 * in a crash, which is acceptable.
 */
export const countViews = (db: Db, site: Site, views: RawView[]): Promise<(number | undefined)[]> => {
  const visitors = views.filter(({ userId, isProgram }) => userId === null && !isProgram);
  if (visitors.length === 0) return countAll(db, site, views);
  return transaction(db, async (tx) => {
    await lockVisitors(tx, visitors);
    return countAll(tx, site, views);
  });
};
