import { digestLimits } from '@inkling/contract/limits';
import type { EmailList } from '@inkling/contract/notifications';
import { hour, minute } from '../../platform/clock.ts';
import type { ContentFilter } from '../../platform/context.ts';
import { allRows, type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { onlyYou, type PersonalPart, withAccount } from '../../platform/personal-data.ts';
import { isListedChapter } from '../chapters/index.ts';
import { isShownNow, type schedulesOf, topicOf, withSubjects } from '../notifications/index.ts';
import { isPublicStory, type ListViewer } from '../stories/index.ts';
import { dayZoneOf, type LocalTime } from '../users/index.ts';

/** Whether the person `u`, with the credentials `c`, gets emails about notifications (docs/product/digests.md#addresses). */
const isMailable = sql`(u.is_verified and u.email_notifications and u.suspended_at is null
  and u.deletion_due_at is null and c.refusals < ${digestLimits.refusals})`;

/** How long a job may write to a person before another one does. */
const sendingTime = 3 * minute;
/** How many people are looked at, or get an email, in one transaction. */
const sliceSize = 500;
/** How long ago something may have happened to be emailed at once; what is older waits for the next such email. */
const nowWindow = 3 * hour;
/** Events reach their listener a moment after they happened. */
const listenerDelay = 2 * minute;

/**
 * Of the people after this id, claims the digests of those whose hour it is: at most one a day of the person, and one a week.
 * `due` leaves out people about whom there can be no news; `last` is null after the last person.
 */
export const claimDigests = async (tx: Db, after: string, times: LocalTime[], now: Date) => {
  const found = await firstRow<{ last: string | null; due: { id: string; isWeekly: boolean }[] }>(tx)`
    with people as (
      select u.id, ${dayZoneOf(now)} as zone from users u where u.id > ${after} order by u.id limit ${sliceSize}),
    due as (
      select u.id, z.day, z.week
      from people p
      join unnest(${times.map(({ zone }) => zone)}::text[], ${times.map((one) => one.day)}::date[],
        ${times.map(({ week }) => week)}::date[], ${times.map((one) => one.hour)}::int[])
        as z (zone, day, week, hour) on z.zone = p.zone
      join users u on u.id = p.id join credentials c on c.user_id = u.id
      left join notification_settings o on o.user_id = u.id
      where ${isMailable} and z.hour >= coalesce(o.email_hour, ${digestLimits.hour}::int)),
    claimed as (
      insert into digests as d (user_id, daily_day, weekly_day) select id, day, week from due order by id
      on conflict (user_id) do update
        set daily_day = excluded.daily_day, weekly_day = greatest(d.weekly_day, excluded.weekly_day)
        where d.daily_day is null or d.daily_day < excluded.daily_day
      returning user_id as id, case when old.weekly_day is null then new.weekly_day = new.daily_day
        else old.weekly_day < new.weekly_day end as is_weekly)
    select (select id from people order by id desc limit 1) as last, (
      select coalesce(json_agg(json_build_object('id', id, 'isWeekly', is_weekly)), '[]') from claimed k
      where exists (
          select from notifications n where n.user_id = k.id and n.mailed_at is null and n.read_at is null)
        or exists (select from story_follows f where f.follower_id = k.id)
        or exists (select from follows f where f.follower_id = k.id)
        or exists (select from stories s where s.author_id = k.id)
        or exists (select from comments c where c.user_id = k.id and c.likes > 0)) as due`;
  return found ?? { last: null, due: [] };
};

/**
 * Claims the emails of some people about whom there is news that they want at once and that is some minutes old: at most
 * one in these minutes. Returns their ids, and whether there may be more of them.
 */
export const claimNow = async (tx: Db, now: Date): Promise<{ ids: string[]; hasMore: boolean }> => {
  const until = new Date(now.getTime() - digestLimits.delay * minute);
  const since = new Date(now.getTime() - nowWindow);
  const before = digestLimits.delay * minute + listenerDelay;
  const isNew = (at: ReturnType<typeof sql>) => sql`
    ${at} > ${since} and ${at} <= ${until}
    and ${at} > coalesce(d.now_at - interval '1 ms' * ${before}::int, '-infinity')`;
  const rows = await allRows<{ id: string }>(tx)`
    insert into digests as d (user_id, now_at)
    select u.id, ${now} from users u join credentials c on c.user_id = u.id
    join notification_settings o on o.user_id = u.id left join digests d on d.user_id = u.id
    where o.wants_now and ${isMailable} and (d.now_at is null or d.now_at <= ${until}) and u.id in (
      select n.user_id from notifications n join notification_settings o on o.user_id = n.user_id
      left join digests d on d.user_id = n.user_id
      where o.wants_now and ${isNew(sql`n.created_at`)} and n.mailed_at is null and n.read_at is null
        and o.schedules->>${topicOf} = 'now'
      union all
      select f.follower_id from stories s join story_follows f on f.story_id = s.id
      join notification_settings o on o.user_id = f.follower_id left join digests d on d.user_id = f.follower_id
      where o.wants_now and s.is_published and s.deleted_at is null and ${isNew(sql`s.last_updated`)}
        and s.last_updated > f.created_at
        and o.schedules->>'chapters' = 'now'
      union all
      select f.follower_id from stories s join follows f on f.followed_id = s.author_id
      join notification_settings o on o.user_id = f.follower_id left join digests d on d.user_id = f.follower_id
      where o.wants_now and s.is_published and s.deleted_at is null and ${isNew(sql`s.last_updated`)}
        and s.last_updated > f.created_at
        and o.schedules->>'chapters' = 'now')
    order by u.id limit ${sliceSize}
    on conflict (user_id) do update set now_at = excluded.now_at
      where d.now_at is null or d.now_at <= ${until}
    returning user_id as id`;
  return { ids: rows.map(({ id }) => id), hasMore: rows.length === sliceSize };
};

export interface Addressee {
  id: string;
  name: string;
  email: string;
  contentFilter: ContentFilter;
  time_zone: string;
  day_zone: string | null;
  day_zone_until: Date | null;
  unsubscribe_key: string;
  schedules: Parameters<typeof schedulesOf>[0];
}

/** A person who gets emails about notifications; undefined for one who gets none now. */
export const findAddressee = (db: Db, userId: string) =>
  firstRow<Addressee>(db)`
    select u.id, coalesce(nullif(u.display_name, ''), u.username) as name, c.email, u.time_zone, u.day_zone,
      u.day_zone_until, d.unsubscribe_key, coalesce(o.schedules, '{}') as schedules, json_build_object(
        'showsMature', u.shows_mature, 'hiddenTags', u.hidden_tags, 'hiddenWarnings', u.hidden_warnings)
        as "contentFilter"
    from users u join credentials c on c.user_id = u.id join digests d on d.user_id = u.id
    left join notification_settings o on o.user_id = u.id
    where u.id = ${userId} and ${isMailable}`;

/** Whether no other job writes to the person; if so, none does until `endSending`, or for some minutes. */
export const startSending = (db: Db, userId: string, now: Date): Promise<boolean> =>
  hasRows(db)`
      update digests set sending_until = ${new Date(now.getTime() + sendingTime)}
      where user_id = ${userId} and (sending_until is null or sending_until <= ${now})`;

export const endSending = (db: Db, userId: string) =>
  execute(db)`update digests set sending_until = null where user_id = ${userId}`;

export const countSent = (tx: Db, userId: string, month: string) =>
  execute(tx)`
    update digests set month = ${month}, emails = case when month = ${month} then emails + 1 else 1 end
    where user_id = ${userId}`;

/** The highest milestone that the number of likes `likes` has reached; null for none. */
const milestoneOf = (likes: ReturnType<typeof sql>) => sql`
  (select max(step) from unnest(${digestLimits.milestones}::bigint[]) as step where step <= ${likes})`;

/** A number of likes of a story and its chapters of which its author was not told. */
export interface StoryMilestone {
  storyId: string;
  title: string;
  likes: number;
}

export const findStoryMilestones = (db: Db, authorId: string) =>
  allRows<StoryMilestone>(db)`
    select s.id as "storyId", s.title, m.likes
    from stories s join story_counts k on k.story_id = s.id
    left join mailed_likes o on o.story_id = s.id
    left join chapter_news w on w.user_id = s.author_id and w.story_id = s.id
    cross join lateral (
      select ${milestoneOf(sql`
        k.likes + (select coalesce(sum(c.likes), 0) from chapters c where c.story_id = s.id and ${isListedChapter()})`)}
      as likes) m
    where s.author_id = ${authorId} and ${isPublicStory()} and w.is_muted is not true
      and m.likes > coalesce(o.milestone, 0)
    order by m.likes desc, s.id`;

/** A number of likes of a comment of which its writer was not told; `title` is that of its story. */
export interface CommentMilestone extends StoryMilestone {
  commentId: string;
  /** Null for a comment on the story itself. */
  chapterId: string | null;
  content: string;
}

/** The comments of which a digest tells, the most liked first; the others are in the next ones. */
export const findCommentMilestones = (db: Db, writer: NonNullable<ListViewer>) =>
  allRows<CommentMilestone>(db)`
    select n.subject_id as "commentId", s.id as "storyId", c.id as "chapterId", s.title, n.content, m.likes
    from (
      select k.user_id, 'like' as kind, k.id as subject_id, k.root_id as story_id,
        nullif(k.subject_id, k.root_id) as chapter_id, null::uuid as community_id, null::uuid as actor_id, k.content,
        k.likes, k.subject_id as place_id
      from comments k
      where k.user_id = ${writer.id} and k.likes > 0 and k.subject_kind in ('story', 'chapter')) n
    ${withSubjects}
    left join mailed_comment_likes o on o.subject_id = n.place_id and o.comment_id = n.subject_id
    cross join lateral (select ${milestoneOf(sql`n.likes`)} as likes) m
    where m.likes > coalesce(o.milestone, 0) and ${isShownNow(writer)}
    order by m.likes desc, n.subject_id limit ${digestLimits.items}`;

export async function markMilestones(tx: Db, stories: StoryMilestone[], comments: CommentMilestone[]) {
  const likesOf = (milestones: StoryMilestone[]) => milestones.map(({ likes }) => likes);
  await execute(tx)`
    insert into mailed_likes as o (story_id, milestone)
    select s.id, m.likes
    from unnest(${stories.map(({ storyId }) => storyId)}::uuid[], ${likesOf(stories)}::bigint[])
      as m (story_id, likes) join stories s on s.id = m.story_id
    on conflict (story_id) do update set milestone = greatest(o.milestone, excluded.milestone)`;
  await execute(tx)`
    insert into mailed_comment_likes as o (subject_id, comment_id, milestone)
    select k.subject_id, k.id, m.likes
    from unnest(${comments.map(({ commentId }) => commentId)}::uuid[], ${likesOf(comments)}::bigint[])
      as m (comment_id, likes) join comments k on k.id = m.comment_id
    on conflict (subject_id, comment_id) do update set milestone = greatest(o.milestone, excluded.milestone)`;
}

/** The person of an unsubscribe key, with the schedules that they chose. */
export const findSubscriber = (db: Db, key: string) =>
  firstRow<{ id: string; schedules: Addressee['schedules'] }>(db)`
    select d.user_id as id, coalesce(o.schedules, '{}') as schedules
    from digests d left join notification_settings o on o.user_id = d.user_id where d.unsubscribe_key = ${key}`;

/** The secret of a link that ends a list: found by its key, and of no use for anything else. */
export const tokenOf = (list: EmailList, { unsubscribe_key: key }: Pick<Addressee, 'unsubscribe_key'>) =>
  `${list}-${key}`;

/** When a person had emails about notifications, and how many. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'people',
      what: 'When we last emailed you about notifications, and how many of these emails we sent you this month',
      why: 'To send you no more than one digest a day or week, and to show you how many emails we send.',
      seenBy: onlyYou,
      until: withAccount,
      columns: ['digests.user_id'],
    },
  ],
  lists: (userId) => ({
    'emails.json': sql`
      select daily_day as "dailyDigest", weekly_day as "weeklyDigest", now_at as "otherEmails", month, emails
      from digests where user_id = ${userId}`,
  }),
};
