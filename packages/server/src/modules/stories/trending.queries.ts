import type { AppContext } from '../../platform/context.ts';
import { execute, sql, transaction } from '../../platform/db/db.ts';

/** Each day counts half as much as the day after it: today 64, the day before 32, … (docs/product/lists.md#trending). */
const trendingDays = 7;
/** Twice the longest period of a ranking (docs/product/rankings.md#figure). */
const storedDays = 60;

/**
 * Computes all trending scores from the activity and the new readers of the last seven days, and announces them if one has
 * changed. Deletes the days that are no longer counted anywhere.
 */
export const refreshTrending = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  transaction(db, async (tx) => {
    const today = clock.now().toISOString().slice(0, 10);
    const firstDay = sql`${today}::date - ${trendingDays - 1}::int`;
    await execute(tx)`
      delete from story_activity_days where day < ${today}::date - ${storedDays - 1}::int`;
    await execute(tx)`
      with scores as materialized (
        select a.story_id, sum(a.activity << (${trendingDays - 1}::int - (${today}::date - a.day))) as score
        from (
          select story_id, day, activity from story_activity_days where day >= ${firstDay}
          union all
          select e.story_id, (e.started_at at time zone 'UTC')::date, 1
          from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
          where e.started_at >= (${firstDay})::timestamp at time zone 'UTC') a
        where a.day between ${firstDay} and ${today}::date
        group by a.story_id),
      gone as (
        delete from trending_stories t
        where not exists (select from scores n where n.story_id = t.story_id and n.score > 0) returning 1),
      saved as (
        insert into trending_stories as t (story_id, score, views)
        select n.story_id, n.score, c.views from scores n join story_counts c on c.story_id = n.story_id
        where n.score > 0 order by n.story_id
        on conflict (story_id) do update set score = excluded.score, views = excluded.views
          where (t.score, t.views) <> (excluded.score, excluded.views) returning 1)
      -- Counts them, so that the row that publications wait for is locked last.
      update catalogue set trending_revision = trending_revision + 1
      where (select count(*) from gone) + (select count(*) from saved) > 0`;
  });
