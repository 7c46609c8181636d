import { allRows, type Db, execute, firstValue, sql, transaction } from '../../platform/db/db.ts';

/** All bounds of docs/product/recommendations.md#neighbors, so that one popular story or large library costs little. */
const neighbourLimits = {
  /** The number of a story's latest readers that are considered. */
  readers: 100,
  /** The number of each reader's latest stories that are considered. */
  stories: 50,
  /** Two stories with fewer common readers are not neighbours, so that no single reader's library is revealed. */
  shared: 2,
  /** Candidates with the most common readers, of which the similarity is computed. */
  candidates: 40,
  /** Neighbours stored for a story. */
  stored: 20,
  /** Readers of a story beyond this number are not counted. */
  counted: 1000,
};

const isKept = sql`(e.status <> 'dropped' and (e.status <> 'none' or e.is_bookmarked))`;
/** The readers of a story, without its author. */
const countKept = (storyId: ReturnType<typeof sql>, authorId: ReturnType<typeof sql>) => sql`
  (select count(*) from (
    select from library_entries e where e.story_id = ${storyId} and e.user_id <> ${authorId} and ${isKept}
    limit ${neighbourLimits.counted}) k)`;

/**
 * Compares stories that are due and have not been compared since `before`, up to `max`, and returns how many there were.
 * The other stories' numbers of readers are as old as their rows.
 */
export const compareDueStories = (
  db: Db,
  { now, before, max }: { now: Date; before: Date; max: number },
): Promise<number> =>
  transaction(db, async (tx) => {
    const due = await allRows<{ story_id: string }>(tx)`
      update compared_stories c set is_due = false, compared_at = ${now},
        readers = ${countKept(sql`s.id`, sql`s.author_id`)}
      from stories s where s.id = c.story_id and c.story_id in (
        select story_id from compared_stories where is_due and (compared_at is null or compared_at <= ${before})
        order by compared_at nulls first limit ${max} for update skip locked)
      returning c.story_id`;
    const storyIds = due.map(({ story_id }) => story_id);
    if (storyIds.length === 0) return 0;
    await execute(tx)`
      with readers as (
        select i.story_id, r.user_id from unnest(${storyIds}::uuid[]) i (story_id)
        cross join lateral (
          select e.user_id from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
          where e.story_id = i.story_id and ${isKept}
          order by e.created_at desc, e.user_id limit ${neighbourLimits.readers}) r),
      shared as (
        select r.story_id, o.story_id as neighbour_id, count(*) as readers,
          row_number() over (partition by r.story_id order by count(*) desc, o.story_id) as place
        from readers r cross join lateral (
          select e.story_id from library_entries e join stories s on s.id = e.story_id and s.author_id <> e.user_id
          where e.user_id = r.user_id and e.story_id <> r.story_id and ${isKept}
          order by e.created_at desc, e.story_id limit ${neighbourLimits.stories}) o
        group by r.story_id, o.story_id having count(*) >= ${neighbourLimits.shared}),
      compared as (
        select h.story_id, h.neighbour_id, h.readers / sqrt(c.readers::double precision * n.readers) as similarity
        from shared h join compared_stories c on c.story_id = h.story_id
        join compared_stories n on n.story_id = h.neighbour_id
        where h.place <= ${neighbourLimits.candidates} and c.readers > 0 and n.readers > 0),
      best as (
        select * from (
          select c.*, row_number() over (partition by story_id order by similarity desc, neighbour_id) as place
          from compared c) ranked where place <= ${neighbourLimits.stored}),
      gone as (
        delete from story_neighbours k where k.story_id = any(${storyIds}::uuid[])
          and not exists (select from best b where b.story_id = k.story_id and b.neighbour_id = k.neighbour_id))
      insert into story_neighbours as k (story_id, neighbour_id, similarity)
      select b.story_id, b.neighbour_id, b.similarity from best b join stories s on s.id = b.story_id
      order by 1, 2
      on conflict (story_id, neighbour_id) do update set similarity = excluded.similarity
        where k.similarity <> excluded.similarity`;
    return storyIds.length;
  });

/** The time up to which library entries have made stories due. */
export const neighboursUntil = async (db: Db): Promise<Date | null> =>
  (await firstValue<Date | null>(db)`
    select neighbours_until as until from recommendation_state`) ?? null;

/** Stores the time up to which entries have made stories due. */
export const saveNeighboursUntil = (db: Db, until: Date) =>
  sql`update recommendation_state set neighbours_until = ${until}`.execute(db);

/** Invalidates caches of what was computed before. */
export const raiseRevision = (db: Db) =>
  sql`update recommendation_state set revision = revision + 1`.execute(db);

/** Makes up to `max` stories due, by id after `after`, and returns the last of them; null if there is none. */
export const addAllStories = async (db: Db, after: string | null, max: number): Promise<string | null> =>
  (await firstValue<string | null>(db)`
    with added as (
      insert into compared_stories as c (story_id, readers)
      select s.id, ${countKept(sql`s.id`, sql`s.author_id`)} from stories s
      where ${after}::uuid is null or s.id > ${after}::uuid order by s.id limit ${max}
      on conflict (story_id) do update set readers = excluded.readers, is_due = true
      returning story_id)
    select story_id as last from added order by 1 desc limit 1`) ?? null;

/**
 * Takes up to `max` library entries created after `after`. Makes the latest stories of their readers due, and counts the
 * readers of the entries' stories. Returns when the last entry was created; null if there is none.
 */
export const addDueStories = async (db: Db, after: Date, until: Date, max: number): Promise<Date | null> =>
  (await firstValue<Date | null>(db)`
    with added as materialized (
      select user_id, story_id, created_at from library_entries
      where created_at > ${after} and created_at <= ${until} order by created_at fetch first ${max} rows with ties),
    latest as materialized (
      select o.story_id, bool_or(o.is_added) as is_added from (select distinct user_id from added) r cross join lateral (
        select e.story_id, (e.user_id, e.story_id) in (select user_id, story_id from added) as is_added
        from library_entries e where e.user_id = r.user_id
        order by e.created_at desc limit ${neighbourLimits.stories}) o
      group by 1),
    due as (
      insert into compared_stories as c (story_id, readers)
      select s.id, case when l.is_added or k.story_id is null then ${countKept(sql`s.id`, sql`s.author_id`)} else k.readers end
      from latest l join stories s on s.id = l.story_id left join compared_stories k on k.story_id = s.id
      where l.is_added or k.is_due is not true order by s.id
      on conflict (story_id) do update set readers = excluded.readers, is_due = true)
    select max(created_at) as until from added`) ?? null;
