import type { RankedStory, RankingPeriod } from '@inkling/contract/rankings';
import { allRows, type Db, execute, sql } from '../../platform/db/db.ts';
import { isPublicStory } from '../stories/index.ts';

/** The stories of each ranking. */
const rankedStories = 100;

/** Whole days in UTC, today included; as many days before them are the period before. */
const daysOf: Record<RankingPeriod, number> = { week: 7, month: 30 };

const nil = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/**
 * Ranks the stories of all periods and genres by their activity, as readers with and without mature stories see them
 * (docs/product/rankings.md#figure). New readers are counted from the library, which has who began a story and when.
 */
export const rankAll = async (tx: Db, today: string): Promise<void> => {
  const daysAgo = (days: number) => sql`${today}::date - ${sql.lit(days)}`;
  const spans = Object.entries(daysOf).flatMap(([period, days]) => [
    sql`(${sql.lit(period)}, false, ${daysAgo(days - 1)}, ${daysAgo(0)})`,
    sql`(${sql.lit(period)}, true, ${daysAgo(2 * days - 1)}, ${daysAgo(days)})`,
  ]);
  const first = daysAgo(2 * Math.max(...Object.values(daysOf)) - 1);
  await execute(tx)`delete from story_rankings`;
  await execute(tx)`
    with days as materialized (
      select story_id, day, activity from story_activity_days where day >= ${first}
      union all
      select e.story_id, (e.started_at at time zone 'UTC')::date, 1
      from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
      where e.started_at >= (${first})::timestamp at time zone 'UTC'),
    scores as materialized (
      select p.period, p.is_before, d.story_id, sum(d.activity) as score
      from (values ${sql.join(spans)}) as p (period, is_before, first, last)
      join days d on d.day between p.first and p.last
      group by 1, 2, 3 having sum(d.activity) > 0),
    ranked as (
      select n.period, n.is_before, m.shows_mature, g.genre_id, n.story_id, n.score, row_number() over (
        partition by n.period, n.is_before, m.shows_mature, g.genre_id
        order by n.score desc, c.views desc, n.story_id desc) as rank
      from scores n
      join stories s on s.id = n.story_id and ${isPublicStory()}
      join story_counts c on c.story_id = n.story_id
      join (values (true), (false)) as m (shows_mature) on m.shows_mature or s.audience <> 'mature'
      cross join lateral (
        select ${nil} as genre_id union all select genre_id from story_genres where story_id = n.story_id) g),
    -- A window, since the planner knows nothing of the rows and would compare all with all in a join.
    compared as (
      select *, max(rank) filter (where is_before) over story as previous_rank,
        max(score) filter (where is_before) over story as previous_score
      from ranked window story as (partition by period, shows_mature, genre_id, story_id))
    insert into story_rankings
      (period, shows_mature, genre_id, story_id, rank, previous_rank, activity, previous_activity)
    select period, shows_mature, nullif(genre_id, ${nil}), story_id, rank, previous_rank, score, previous_score
    from compared where not is_before and rank <= ${sql.lit(rankedStories)}
    order by story_id`;
};

export interface RankingKey {
  period: RankingPeriod;
  /** Null: of all genres. */
  genre: string | null;
  showsMature: boolean;
}

/** The ranks of a ranking's stories by their ids, the first one first. */
export const findRanked = async (db: Db, { period, genre, showsMature }: RankingKey) => {
  const rows = await allRows<
    { id: string } & Pick<RankedStory, 'rank' | 'previousRank' | 'activity' | 'previousActivity'>
  >(db)`
    select story_id as id, rank, previous_rank as "previousRank", activity, previous_activity as "previousActivity" from story_rankings
    where period = ${period} and shows_mature = ${showsMature} and genre_id is not distinct from ${genre}::uuid
    order by rank`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
};
