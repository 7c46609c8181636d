import { allRows, type Db, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import { isPublicChapter } from '../chapters/index.ts';
import type { CountedAction } from './rewards.table.ts';

export interface EarningPerson {
  time_zone: string;
  day_zone: string | null;
  day_zone_until: Date | null;
}

/** A person who can earn now: neither suspended nor leaving, with rewards switched on. */
export const findEarning = (db: Db, userId: string): Promise<EarningPerson | undefined> =>
  firstRow<EarningPerson>(db)`
    select time_zone, day_zone, day_zone_until from users
    where id = ${userId} and suspended_at is null and deletion_due_at is null and not hides_rewards`;

/** Whether a story, chapter or post is a person's own. */
export const isOwn = (db: Db, userId: string, subjectId: string): Promise<boolean> =>
  hasRows(
    db,
    sql`
    select from stories where id = ${subjectId} and author_id = ${userId}
    union all
    select from chapters c join stories s on s.id = c.story_id where c.id = ${subjectId} and s.author_id = ${userId}
    union all
    select from community_posts where id = ${subjectId} and user_id = ${userId}`,
  );

export interface NewAction {
  userId: string;
  action: CountedAction;
  subjectId: string;
  thingId: string | null;
  day: string;
  at: Date;
}

/** Counts an action; false if it was counted before. */
export const addAction = (tx: Db, { userId, action, subjectId, thingId, day, at }: NewAction) =>
  hasRows(
    tx,
    sql`
    insert into counted_actions (user_id, action, subject_id, thing_id, day, counted_at)
    values (${userId}, ${action}, ${subjectId}, ${thingId}, ${day}, ${at})
    on conflict do nothing returning day`,
  );

/** The chapters of a story that everyone may read, with their author: all of them, or one. */
export const listPublished = (db: Db, storyId: string, chapterId: string | null) =>
  allRows<{ id: string; author_id: string }>(db)`
    select c.id, s.author_id from chapters c join stories s on s.id = c.story_id
    where c.story_id = ${storyId} and (${chapterId}::uuid is null or c.id = ${chapterId}) and ${isPublicChapter()}
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

/** How often a person did what counts between two days, by action. */
export const countActions = async (
  db: Db,
  userId: string,
  from: string,
  to: string,
): Promise<Map<CountedAction, number>> => {
  const rows = await allRows<{ action: CountedAction; times: number }>(db)`
    select action, count(*) as times from counted_actions
    where user_id = ${userId} and day between ${from}::date and ${to}::date and removed_at is null group by action`;
  return new Map(rows.map(({ action, times }) => [action, times]));
};

/** Has what counted things that the team has removed no longer count, or count again; returns whose they were, and their days. */
export const setRemoved = (tx: Db, subject: { kind: string; id: string }, removedAt: Date | null) =>
  allRows<{ user_id: string; day: string; subject_id: string }>(tx)`
    update counted_actions set removed_at = ${removedAt}
    where thing_id in (
        select ${subject.id}::uuid
        union all select id from chapters where ${subject.kind} = 'story' and story_id = ${subject.id})
      and (removed_at is null) = ${removedAt !== null}
    returning user_id, day::text as day, subject_id`;
