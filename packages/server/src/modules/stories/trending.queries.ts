import { type Db, sql, transaction } from '../../platform/db/db.ts';
import './stories.table.ts';

/** Each day counts half as much as the day after it: today 64, the day before 32, … (docs/product/lists.md#trending). */
const trendingDays = 7;

const firstDay = (today: string) => sql`${today}::date - ${trendingDays - 1}::int`;

/** Computes the scores of these stories from their days and new readers; a story without activity has none. */
const scoreStories = async (tx: Db, ids: string[], today: string): Promise<void> => {
  await sql`
    with scores as (
      select a.story_id, sum(a.activity << (${trendingDays - 1}::int - (${today}::date - a.day))) as score
      from (
        select story_id, day, activity from story_activity_days where story_id = any(${ids}::uuid[])
        union all
        select e.story_id, (e.started_at at time zone 'UTC')::date, 1
        from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
        where e.story_id = any(${ids}::uuid[])
          and e.started_at >= (${firstDay(today)})::timestamp at time zone 'UTC') a
      where a.day between ${firstDay(today)} and ${today}::date
      group by a.story_id),
    gone as (
      delete from trending_stories t where t.story_id = any(${ids}::uuid[])
        and not exists (select from scores n where n.story_id = t.story_id and n.score > 0))
    insert into trending_stories as t (story_id, score, views)
    select n.story_id, n.score, s.views from scores n join story_counts s on s.story_id = n.story_id
    where n.score > 0 order by n.story_id
    on conflict (story_id) do update set score = excluded.score, views = excluded.views
      where (t.score, t.views) <> (excluded.score, excluded.views)`.execute(tx);
};

/** Marks the stories that someone began to read, or removed from a library, since then: their scores are out of date. */
export const markReadersSince = async (db: Db, since: Date): Promise<void> => {
  await sql`
    insert into story_activity_days as a (story_id, day, activity)
    select r.story_id, (r.at at time zone 'UTC')::date, 0 from (
      select story_id, started_at as at from library_entries where started_at >= ${since}
      union all
      select story_id, removed_at from removed_library_entries where removed_at >= ${since}) r
    join stories s on s.id = r.story_id
    group by 1, 2 order by 1, 2
    on conflict (story_id, day) do update set is_scored = false`.execute(db);
};

/**
 * Scores up to `max` stories with activity that is not in their score yet; returns how many. Rows that are locked
 * by a request wait for the next run.
 */
export const scoreDueStories = (db: Db, today: string, max: number): Promise<number> =>
  transaction(db, async (tx) => {
    // The rows are locked before the next statement reads them, so activity added in between is not marked as scored.
    const { rows } = await sql<{ story_id: string }>`
      with due as (
        select story_id, day from story_activity_days where not is_scored
        order by story_id limit ${max} for update skip locked)
      update story_activity_days a set is_scored = true from due
      where a.story_id = due.story_id and a.day = due.day returning a.story_id`.execute(tx);
    if (rows.length > 0) await scoreStories(tx, [...new Set(rows.map((row) => row.story_id))], today);
    return rows.length;
  });

/** Scores up to `max` stories with or without activity, by id after `after`; returns the last id, or null at the end. */
export const rescoreStories = (
  db: Db,
  today: string,
  after: string | null,
  max: number,
): Promise<string | null> =>
  transaction(db, async (tx) => {
    const { rows } = await sql<{ story_id: string }>`
      select distinct story_id from story_activity_days
      where ${after}::uuid is null or story_id > ${after}::uuid order by story_id limit ${max}`.execute(tx);
    const ids = rows.map((row) => row.story_id);
    if (ids.length > 0) await scoreStories(tx, ids, today);
    return ids.at(-1) ?? null;
  });

/** Deletes the days that no longer count, and the scores of stories without others. */
export const deleteOldActivity = async (db: Db, today: string): Promise<void> => {
  await sql`delete from story_activity_days where day < ${firstDay(today)}`.execute(db);
  await sql`
    delete from trending_stories t
    where not exists (select from story_activity_days a where a.story_id = t.story_id)`.execute(db);
};

/** The day for which all scores were computed last, and whether there is activity that no score contains. */
export const trendingState = async (db: Db): Promise<{ day: string | null; isDue: boolean }> => {
  const { rows } = await sql<{ day: string | null; isDue: boolean }>`
    select trending_day::text as day,
      exists (select from story_activity_days where not is_scored) as "isDue" from catalogue`.execute(db);
  return rows[0] ?? { day: null, isDue: false };
};

/** Announces changed scores. */
export const raiseTrendingRevision = async (db: Db, today: string): Promise<void> => {
  await sql`update catalogue set trending_revision = trending_revision + 1, trending_day = ${today}`.execute(
    db,
  );
};
