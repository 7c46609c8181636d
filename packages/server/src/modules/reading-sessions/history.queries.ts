import { type Db, firstValue, sql } from '../../platform/db/db.ts';
import { deleteTotals, queueAverages } from './averages.queries.ts';
import { lockClock } from './reading-sessions.queries.ts';

/** What of the history was deleted: all that was read until then, a day of it, or a story of a day. */
export interface DeletedHistory {
  userId: string;
  at: Date;
  day?: string;
  storyId?: string;
}

/** Which sessions `r` it concerns, without their reader. */
export const isConcerned = ({ at, day, storyId }: DeletedHistory) => sql`
  (r.story_id is not null and r.started_at <= ${at}
    ${day === undefined ? sql`` : sql`and r.day = ${day}::date`}
    ${storyId === undefined ? sql`` : sql`and r.story_id = ${storyId}`})`;

/**
 * Removes story and chapter from ended sessions, and sets the totals of their chapters to what is left. The times stay,
 * so that they are not counted again. The reader's clock must be locked.
 */
export const forgetPlaces = async (tx: Db, deleted: DeletedHistory): Promise<void> => {
  const { userId, at, day } = deleted;
  // Older sessions are in the totals alone.
  if (day === undefined) await deleteTotals(tx, userId, at, at);
  await sql`
    with forgotten as (
      update reading_sessions r set story_id = null, chapter_id = null
      where r.user_id = ${userId} and r.ended_at is not null and ${isConcerned(deleted)}
      returning old.story_id, old.chapter_id, old.seconds, old.words),
    sums as materialized (
      select story_id, chapter_id, count(*) as sessions, sum(seconds) as seconds, sum(words) as words,
        count(*) filter (where words > 0) as finishes
      from forgotten group by story_id, chapter_id),
    due as (${queueAverages(sql`sums`, at)}),
    gone as (
      delete from reading_session_totals t using sums
      where t.user_id = ${userId} and t.story_id = sums.story_id and t.chapter_id = sums.chapter_id
        and t.sessions <= sums.sessions)
    update reading_session_totals t set sessions = t.sessions - sums.sessions,
      seconds = greatest(0, t.seconds - sums.seconds), words = greatest(0, t.words - sums.words),
      finishes = greatest(0, t.finishes - sums.finishes)
    from sums
    where t.user_id = ${userId} and t.story_id = sums.story_id and t.chapter_id = sums.chapter_id
      and t.sessions > sums.sessions`.execute(tx);
};

/** Deletes a reader's sessions, running ones too, and what they add up to by chapter and by day. */
export const eraseTimes = async (tx: Db, userId: string, now: Date): Promise<void> => {
  await lockClock(tx, userId);
  await deleteTotals(tx, userId, now);
  await tx.deleteFrom('reading_sessions').where('user_id', '=', userId).execute();
  await tx.deleteFrom('reading_session_days').where('user_id', '=', userId).execute();
};

/** Deletes some ended sessions that began before these times; returns how many. */
export const deleteOld = async (
  db: Db,
  before: { withStory: Date; withoutStory: Date },
  limit: number,
): Promise<number> =>
  (await firstValue<number>(db)`
    with old as (
      select user_id, id from reading_sessions
      where started_at < ${before.withoutStory} and ended_at is not null
        and (story_id is null or started_at < ${before.withStory})
      limit ${limit} for update skip locked),
    deleted as (
      delete from reading_sessions r using old where r.user_id = old.user_id and r.id = old.id returning 1)
    select count(*) as deleted from deleted`) ?? 0;
