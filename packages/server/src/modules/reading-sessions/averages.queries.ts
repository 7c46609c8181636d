import { type Db, execute, type RawBuilder, sql } from '../../platform/db/db.ts';

/** Takes stories whose averages are due and recomputes them; returns how many. Must run in a transaction. */
export const computeAverages = async (tx: Db, limit: number): Promise<number> => {
  const { rows } = await sql<{ story_id: string }>`
    delete from reading_averages_due where story_id in (
      select story_id from reading_averages_due order by since limit ${limit} for update skip locked)
    returning story_id`.execute(tx);
  const ids = rows.map(({ story_id }) => story_id);
  await sql`delete from reading_averages where story_id = any(${ids}::uuid[])`.execute(tx);
  // A chapter that was read several times counts with the time of one reading; the author is no reader of their own.
  await sql`
    with taken as (
      select t.story_id, t.chapter_id, t.user_id, t.seconds / t.finishes as seconds, s.published_chapters as chapters
      from reading_session_totals t
      join stories s on s.id = t.story_id and s.author_id is distinct from t.user_id
      join chapters c on c.id = t.chapter_id and c.story_id = s.id and c.is_published
      where t.story_id = any(${ids}::uuid[]) and t.finishes > 0),
    finished as (
      select story_id, user_id, sum(seconds) as seconds from taken
      group by story_id, user_id, chapters having count(*) = chapters)
    insert into reading_averages (story_id, target_id, readers, seconds)
    select story_id, chapter_id, count(*), avg(seconds) from taken group by story_id, chapter_id
    union all
    select story_id, story_id, count(*), avg(seconds) from finished group by story_id
    order by 1, 2`.execute(tx);
  return ids.length;
};

/** Queues the averages of a story whose chapters were changed. */
export const queueStory = (tx: Db, storyId: string, now: Date): Promise<void> =>
  execute(tx)`
    insert into reading_averages_due (story_id, since)
    select id, ${now}::timestamptz from stories where id = ${storyId} on conflict do nothing`;

/** The part of a `with` that queues the averages of stories for which the totals `t` in `rows` counted. */
export const queueAverages = (rows: RawBuilder<unknown>, now: Date) => sql`
  insert into reading_averages_due (story_id, since)
  select distinct t.story_id, ${now}::timestamptz from ${rows} t join stories s on s.id = t.story_id
  where t.finishes > 0 order by 1 on conflict do nothing`;

/** Deletes a reader's totals of chapters, of those last read until a time; the averages are computed without them. */
export const deleteTotals = (tx: Db, userId: string, now: Date, until?: Date): Promise<void> =>
  execute(tx)`
    with gone as (
      delete from reading_session_totals where user_id = ${userId}
        ${until === undefined ? sql`` : sql`and last_at <= ${until}`}
      returning story_id, finishes)
    ${queueAverages(sql`gone`, now)}`;
