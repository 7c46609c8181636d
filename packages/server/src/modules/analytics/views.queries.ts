import type { AppContext } from '../../platform/context.ts';
import { allRows, type Db, execute, sql, transaction } from '../../platform/db/db.ts';
import { readerOf, visibleTo } from '../chapters/index.ts';
import { isPublicStory, maxVisitorViews } from '../stories/index.ts';
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
  isRobot: boolean;
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

/**
 * Stores many views, each once per viewer, page and day, in one statement: those of what its viewer may read, and not of
 * their own stories, and none of admins. Returns the views of each one's story, if it is published. Asynchronous commit may
 * lose the last few in a crash, as with `countViews`.
 */
export const insertViews = (db: Db, site: Site, views: RawView[]): Promise<(number | undefined)[]> =>
  transaction(db, async (tx) => {
    await execute(tx)`set local synchronous_commit = off`;
    const member = visibleTo(readerOf(site, { id: sql`v.user_id` }), 'link').chapter;
    await execute(tx)`
      with measured as (
        select v.*, v.is_robot or coalesce(n.views >= ${maxVisitorViews}, false) as robot,
          v.is_private or not coalesce(u.keeps_history and u.is_measured, true) as is_hidden
        from unnest(${views.map((v) => v.storyId)}::uuid[], ${views.map((v) => v.chapterId)}::uuid[],
          ${views.map((v) => v.day)}::date[], ${views.map((v) => v.viewer)}::bytea[],
          ${views.map((v) => v.ofPage)}::bytea[], ${views.map((v) => v.at)}::timestamptz[],
          ${views.map((v) => v.userId)}::uuid[], ${views.map((v) => v.isPrivate)}::boolean[],
          ${views.map((v) => v.isRobot)}::boolean[], ${views.map((v) => v.source)}::text[],
          ${views.map((v) => v.device)}::text[], ${views.map((v) => v.country)}::text[])
          as v (story_id, chapter_id, day, viewer, of_page, at, user_id, is_private, is_robot, source, device, country)
        join stories s on s.id = v.story_id
        left join chapters c on c.id = v.chapter_id and c.story_id = s.id
        left join users u on u.id = v.user_id
        left join visitor_view_counts n on v.user_id is null and n.day = v.day and n.viewer = v.viewer
        where s.author_id is distinct from v.user_id and u.is_admin is not true and case
          when v.chapter_id = ${noChapter} then ${isPublicStory()}
          when v.user_id is null then ${visibleTo(null, 'link').chapter}
          else ${member} end),
      added as (
        insert into analytics_views (story_id, chapter_id, day, viewer, at, is_member, is_robot, source, device, country)
        select story_id, chapter_id, day, case when is_hidden then of_page else viewer end, at,
          user_id is not null and not is_hidden and not robot, robot,
          case when not is_hidden and not robot then source end, case when not is_hidden and not robot then device end,
          case when not is_hidden and not robot then country end
        from measured order by 1, 2, 3, 4 on conflict do nothing returning at)
      ${markQuarters(sql`added`)}`;
    const rows = await allRows<{ id: string; views: number }>(tx)`
      select s.id, counts.views from stories s join story_counts counts on counts.story_id = s.id
      where s.id = any(${views.map((v) => v.storyId)}::uuid[]) and ${isPublicStory()}`;
    const totals = new Map(rows.map((row) => [row.id, row.views]));
    return views.map(({ storyId }) => totals.get(storyId));
  });
