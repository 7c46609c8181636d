import { allRows, type Db, execute, firstRow, sql, transaction } from '../../platform/db/db.ts';

/** All bounds of docs/product/recommendations.md#neighbors, so that one popular story or large library costs little. */
export const neighbourLimits = {
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

/** Computes the neighbours of these stories again. */
export const updateNeighbours = (db: Db, storyIds: string[]): Promise<void> =>
  transaction(db, async (tx) => {
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
        select c.story_id, c.neighbour_id, c.readers / sqrt(
          ${countKept(sql`c.story_id`, sql`s.author_id`)}::double precision
            * ${countKept(sql`c.neighbour_id`, sql`n.author_id`)}) as similarity
        from shared c join stories s on s.id = c.story_id join stories n on n.id = c.neighbour_id
        where c.place <= ${neighbourLimits.candidates}),
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
  });

/** The time up to which library entries are included in the neighbours. */
export const neighboursUntil = async (db: Db): Promise<Date | null> => {
  const row = await firstRow<{ until: Date | null }>(db)`
    select neighbours_until as until from recommendation_state`;
  return row?.until ?? null;
};

/** Stores the time up to which entries are included, and invalidates caches. */
export const saveNeighboursUntil = (db: Db, until: Date) =>
  sql`update recommendation_state set neighbours_until = ${until}, revision = revision + 1`.execute(db);

/** Up to `max` stories in libraries, by id after `after`. */
export const listLibraryStories = async (db: Db, after: string | null, max: number): Promise<string[]> => {
  const rows = await allRows<{ story_id: string }>(db)`
    select distinct story_id from library_entries
    where ${after}::uuid is null or story_id > ${after}::uuid order by story_id limit ${max}`;
  return rows.map((row) => row.story_id);
};

/** The readers of up to `max` library entries created after `after`, and when the last of these was created. */
export const listNewReaders = async (
  db: Db,
  after: Date,
  until: Date,
  max: number,
): Promise<{ readers: string[]; until: Date | null }> => {
  const rows = await allRows<{ user_id: string; created_at: Date }>(db)`
    select user_id, created_at from library_entries
    where created_at > ${after} and created_at <= ${until} order by created_at fetch first ${max} rows with ties`;
  return { readers: [...new Set(rows.map((row) => row.user_id))], until: rows.at(-1)?.created_at ?? null };
};

/** The latest stories of these readers. */
export const listStoriesOfReaders = async (
  db: Db,
  readers: string[],
  perReader: number,
): Promise<string[]> => {
  const rows = await allRows<{ story_id: string }>(db)`
    select distinct o.story_id from unnest(${readers}::uuid[]) r (user_id) cross join lateral (
      select e.story_id from library_entries e where e.user_id = r.user_id
      order by e.created_at desc limit ${perReader}) o order by o.story_id`;
  return rows.map((row) => row.story_id);
};
