import { type Db, execute, type RawBuilder, sql } from '../../platform/db/db.ts';

/** What a person did with a story, or took back (`by` is negative). */
export interface Activity {
  storyId: string;
  userId: string;
  at: Date;
  by: number;
}

/** Counts an action of a person with a story, unless it is theirs, in a `with` of a statement whose part `added` has its row. */
export const countAdded = ({ storyId, userId, at }: Omit<Activity, 'by'>) => sql`
  insert into story_activity_days as d (story_id, day, activity)
  select s.id, (${at}::timestamptz at time zone 'UTC')::date, 1 from added, stories s
  where s.id = ${storyId} and s.author_id <> ${userId}
  on conflict (story_id, day) do update set activity = d.activity + 1`;

/** Counts what people other than the author did with stories on the days on which they did it, for trending. */
export const addActivity = async (tx: Db, activities: Activity[]): Promise<void> => {
  if (activities.length === 0) return;
  await execute(tx)`
    with changes as materialized (
      select s.id as story_id, (a.at at time zone 'UTC')::date as day, sum(a.by) as by
      from unnest(${activities.map(({ storyId }) => storyId)}::uuid[], ${activities.map(({ userId }) => userId)}::uuid[],
        ${activities.map(({ at }) => at)}::timestamptz[], ${activities.map(({ by }) => by)}::int[])
        as a (story_id, user_id, at, by)
      join stories s on s.id = a.story_id and s.author_id <> a.user_id group by 1, 2),
    added as (
      insert into story_activity_days as d (story_id, day, activity)
      select story_id, day, by from changes where by > 0 order by story_id, day
      on conflict (story_id, day) do update set activity = d.activity + excluded.activity)
    update story_activity_days d set activity = greatest(0, d.activity + c.by)
    from changes c where c.by < 0 and d.story_id = c.story_id and d.day = c.day`;
};

/**
 * Parts of a `with` that add views, rows with story_id and at, to their stories. In `totals` are the new numbers of the
 * stories.
 */
export const addViews = (views: RawBuilder<unknown>) => sql`
  active as (
    insert into story_activity_days as d (story_id, day, activity)
    select story_id, (at at time zone 'UTC')::date, count(*) from ${views} group by 1, 2 order by 1, 2
    on conflict (story_id, day) do update set activity = d.activity + excluded.activity),
  totals as (
    update story_counts s set views = s.views + n.added
    from (
      select c.story_id, of.added from story_counts c
      join (select story_id, count(*) as added from ${views} group by story_id) of on of.story_id = c.story_id
      order by c.story_id for no key update of c) n
    where s.story_id = n.story_id returning s.story_id, s.views)`;
