import {
  allRows,
  type Db,
  firstRow,
  hasRows,
  type RawBuilder,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import { isListedChapter } from '../chapters/index.ts';

/** What a person did that counts once for each thing it was done to. */
export type CountedAction = TableRow<'counted_actions'>['action'];

export type EarningPerson = Pick<TableRow<'users'>, 'time_zone' | 'day_zone' | 'day_zone_until'>;

/**
 * A person who can earn by what they did at a time: neither suspended nor leaving now, nor suspended or with rewards switched
 * off then; and whether this story, chapter or post is their own.
 */
export const findEarning = (db: Db, userId: string, subjectId: string, at: Date) =>
  firstRow<EarningPerson & { is_own: boolean }>(db)`
    select u.time_zone, u.day_zone, u.day_zone_until, exists (
      select from stories where id = ${subjectId} and author_id = u.id
      union all
      select from chapters c join stories s on s.id = c.story_id where c.id = ${subjectId} and s.author_id = u.id
      union all
      select from community_posts where id = ${subjectId} and user_id = u.id) as is_own
    from users u
    where u.id = ${userId} and u.suspended_at is null and u.deletion_due_at is null
      and not u.rewards_off @> ${at}::timestamptz and not exists (
        select from measures m where m.person_id = u.id and m.kind = 'suspend' and m.created_at <= ${at}
          and (m.ended_at is null or m.ended_at > ${at}))`;

/** Whether an annotation bookmarks a passage, rather than highlights it. */
export const isBookmark = (db: Db, annotationId: string): Promise<boolean> =>
  hasRows(db, sql`select from annotations where id = ${annotationId} and kind = 'bookmark'`);

export interface NewAction {
  userId: string;
  action: CountedAction;
  subjectId: string;
  thingId: string | null;
  day: string;
  at: Date;
}

/** Since when the team has removed a thing, or the story of a chapter; null while no removal is in force. */
const removedSince = (thing: RawBuilder<unknown>) => sql`(
  select min(m.created_at) from measures m where m.kind = 'remove' and m.ended_at is null
    and (m.subject_id = ${thing} or (m.subject_kind = 'story' and m.subject_id = (
      select story_id from chapters where id = ${thing}))))`;

/** Counts an action; undefined if it was counted before. */
export const addAction = (tx: Db, { userId, action, subjectId, thingId, day, at }: NewAction) =>
  firstRow<{ is_removed: boolean }>(tx)`
    insert into counted_actions (user_id, action, subject_id, thing_id, day, counted_at, removed_at)
    values (${userId}, ${action}, ${subjectId}, ${thingId}, ${day}, ${at}, ${removedSince(sql`${thingId}::uuid`)})
    on conflict do nothing returning removed_at is not null as is_removed`;

/** The chapters of a story that everyone may read, with their author: all of them, or one. */
export const listPublished = (db: Db, storyId: string, chapterId: string | null) =>
  allRows<{ id: string; author_id: string }>(db)`
    select c.id, s.author_id from chapters c join stories s on s.id = c.story_id
    where c.story_id = ${storyId} and (${chapterId}::uuid is null or c.id = ${chapterId}) and ${isListedChapter()}
    order by c.id`;

/** The id of what a reader rated a story with, by which the team removes it. */
export const findReviewId = async (db: Db, raterId: string, storyId: string): Promise<string | null> => {
  const row = await firstRow<{ id: string }>(db)`
    select id from ratings where user_id = ${raterId} and story_id = ${storyId}`;
  return row?.id ?? null;
};

/** How many chapters a person finished on a day. */
export const countChapters = async (tx: Db, userId: string, day: string): Promise<number> => {
  const row = await firstRow<{ chapters: number }>(tx)`
    select count(*) as chapters from counted_actions
    where user_id = ${userId} and day = ${day}::date and action = 'finish_chapter'`;
  return row?.chapters ?? 0;
};

/**
 * Brings what counted a thing in line with the removals in force, in whatever order their events arrive; returns whose
 * changed.
 */
export const refreshRemoved = (tx: Db, subject: { kind: string; id: string }) =>
  allRows<{ user_id: string; day: string; subject_id: string; is_removed: boolean }>(tx)`
    update counted_actions a set removed_at = n.since
    from (
      select user_id, action, subject_id, ${removedSince(sql`c.thing_id`)} as since from counted_actions c
      where thing_id in (
        select ${subject.id}::uuid
        union all select id from chapters where ${subject.kind} = 'story' and story_id = ${subject.id})) n
    where a.user_id = n.user_id and a.action = n.action and a.subject_id = n.subject_id
      and (a.removed_at is null) <> (n.since is null)
    returning a.user_id, a.day::text as day, a.subject_id, a.removed_at is not null as is_removed`;
