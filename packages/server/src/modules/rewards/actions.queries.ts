import { allRows, type Db, type RawBuilder, sql, type TableRow, unseen } from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';

/** What a person did that counts once for each thing it was done to. */
export type CountedAction = TableRow<'counted_actions'>['action'];

export type EarningPerson = Pick<TableRow<'users'>, 'time_zone' | 'day_zone' | 'day_zone_until'>;

/** Something that a person did at a time. */
export interface Did {
  userId: string;
  action: CountedAction;
  subjectId: string;
  /** What a removal by the team takes back, or the person who was followed. */
  thingId?: string;
  /** Of a highlight, which does not count if it is a bookmark. */
  annotationId?: string;
  at: Date;
}

/** One field of all of them, as an array for `unnest`: with another number of them, PostgreSQL keeps the plan. */
const column = <Item>(
  items: readonly Item[],
  of: (item: Item) => unknown,
  type: Parameters<typeof unseen>[1],
) => unseen(items.map(of), type);

/**
 * The people who can earn by what they did, with its index: neither suspended nor leaving now, nor suspended or with rewards
 * switched off then; and whether this story, chapter or post is their own.
 */
export const listEarning = (db: Db, dids: readonly Did[]) =>
  allRows<EarningPerson & { index: number; is_own: boolean }>(db)`
    select (d.ordinality - 1)::integer as index, u.time_zone, u.day_zone, u.day_zone_until, exists (
      select from stories where id = d.subject_id and author_id = u.id
      union all
      select from chapters c join stories s on s.id = c.story_id where c.id = d.subject_id and s.author_id = u.id
      union all
      select from community_posts where id = d.subject_id and user_id = u.id) as is_own
    from unnest(${column(dids, (did) => did.userId, 'uuid[]')}, ${column(dids, (did) => did.subjectId, 'uuid[]')},
      ${column(dids, ({ annotationId = null }) => annotationId, 'uuid[]')}, ${column(dids, (did) => did.at, 'timestamptz[]')})
      with ordinality as d (user_id, subject_id, annotation_id, at, ordinality)
    join users u on u.id = d.user_id
    where u.suspended_at is null and u.deletion_due_at is null
      and not u.rewards_off @> d.at and not exists (
        select from measures m where m.person_id = u.id and m.kind = 'suspend' and m.created_at <= d.at
          and (m.ended_at is null or m.ended_at > d.at))
      and not exists (select from annotations a where a.id = d.annotation_id and a.kind = 'bookmark')
    order by 1`;

/** Since when the team has removed a thing, or the story of a chapter; null while no removal is in force. */
const removedSince = (thing: RawBuilder<unknown>) => sql`(
  select min(m.created_at) from measures m where m.kind = 'remove' and m.ended_at is null
    and (m.subject_id = ${thing} or (m.subject_kind = 'story' and m.subject_id = (
      select story_id from chapters where id = ${thing}))))`;

/** What was counted, and whether the team has removed it. */
export interface Counted {
  user_id: string;
  action: CountedAction;
  subject_id: string;
  day: string;
  at: Date;
  is_removed: boolean;
}

/** Counts actions on days of their people; returns those that were not counted before, in order. */
export const addActions = (tx: Db, actions: readonly (Did & { day: string })[]) =>
  allRows<Counted>(tx)`
    insert into counted_actions (user_id, action, subject_id, thing_id, day, counted_at, removed_at)
    select d.user_id, d.action, d.subject_id, t.id, d.day, d.at, ${removedSince(sql`t.id`)}
    from unnest(${column(actions, (one) => one.userId, 'uuid[]')}, ${column(actions, (one) => one.action, 'text[]')},
      ${column(actions, (one) => one.subjectId, 'uuid[]')}, ${column(actions, ({ thingId = null }) => thingId, 'uuid[]')},
      ${column(actions, (one) => one.day, 'date[]')}, ${column(actions, (one) => one.at, 'timestamptz[]')})
      with ordinality as d (user_id, action, subject_id, thing_id, day, at, ordinality)
    cross join lateral (
      -- By the id of a rating the team removes it.
      select case d.action when 'rate' then (
        select id from ratings where user_id = d.user_id and story_id = d.subject_id) else d.thing_id end as id) t
    order by d.ordinality
    on conflict do nothing
    returning user_id, action, subject_id, day::text as day, counted_at as at, removed_at is not null as is_removed`;

/** The chapters of a story that everyone may read, with their author: all of them, or one. */
export const listPublished = (db: Db, storyId: string, chapterId: string | null) =>
  allRows<{ id: string; author_id: string }>(db)`
    select c.id, s.author_id from chapters c join stories s on s.id = c.story_id
    where c.story_id = ${storyId} and (${chapterId}::uuid is null or c.id = ${chapterId}) and ${isListedChapter()}
    order by c.id`;

/** How many chapters people finished on days. */
export const countChapters = (tx: Db, of: readonly Pick<Counted, 'user_id' | 'day'>[]) =>
  allRows<{ user_id: string; day: string; chapters: number }>(tx)`
    select a.user_id, a.day::text as day, count(*) as chapters
    from (select distinct * from unnest(${of.map((one) => one.user_id)}::uuid[], ${of.map(({ day }) => day)}::date[])) d (user_id, day)
    join counted_actions a on a.user_id = d.user_id and a.day = d.day and a.action = 'finish_chapter'
    group by 1, a.day`;

/**
 * Brings what counted a thing in line with the removals in force, in whatever order their events arrive; returns whose
 * changed.
 */
export const refreshRemoved = (tx: Db, subject: { kind: string; id: string }) =>
  allRows<Omit<Counted, 'action' | 'at'>>(tx)`
    update counted_actions a set removed_at = n.since
    from (
      select user_id, action, subject_id, ${removedSince(sql`c.thing_id`)} as since from counted_actions c
      where thing_id in (
        select ${subject.id}::uuid
        union all select id from chapters where ${subject.kind} = 'story' and story_id = ${subject.id})) n
    where a.user_id = n.user_id and a.action = n.action and a.subject_id = n.subject_id
      and (a.removed_at is null) <> (n.since is null)
    returning a.user_id, a.day::text as day, a.subject_id, a.removed_at is not null as is_removed`;
