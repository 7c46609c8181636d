import { type Db, sql } from '../../platform/db/db.ts';
import '../library/index.ts';
import './recommendations.table.ts';

/** Bounds of what is considered for one reader (docs/product/recommendations.md#recommended). */
const tasteLimits = {
  /** The reader's latest stories, whose neighbours and genres count. */
  seeds: 30,
  genres: 8,
  /** Candidates from the neighbours, and from each of the genres. */
  neighbours: 200,
  perGenre: 60,
  /** Authors whose stories are considered, latest followed first. */
  authors: 100,
};
/** A favorite genre counts like this many stories of the genre. */
const favoriteWeight = 3;

/** Dropped stories are not recommended either, but say nothing about the reader's taste. */
const isKept = sql`(e.status <> 'none' or e.is_bookmarked)`;
const isLiked = sql`(${isKept} and e.status <> 'dropped')`;

/** The reader's latest stories; what begins a query that needs them. */
const seeds = (userId: string) => sql`
  seeds as materialized (
    select e.story_id from library_entries e where e.user_id = ${userId} and ${isLiked}
    order by coalesce(e.last_read_at, e.bookmarked_at, e.created_at) desc, e.story_id limit ${tasteLimits.seeds})`;

/** The reader's genres with their shares, which add up to 1. */
const tastes = (userId: string) => sql`
  tastes as materialized (
    select genre_id, weight / sum(weight) over () as share from (
      select genre_id, sum(weight)::double precision as weight from (
        select genre_id, ${favoriteWeight}::integer as weight from favorite_genres where user_id = ${userId}
        union all
        select g.genre_id, 1 from seeds join story_genres g on g.story_id = seeds.story_id) counted
      group by genre_id order by weight desc, genre_id limit ${tasteLimits.genres}) most)`;

/**
 * What a reader's recommendations depend on, as a text: the library's stories, the favorite genres, and what the jobs have
 * prepared.
 */
export const recommendationRevision = async (db: Db, userId: string): Promise<string> => {
  const { rows } = await sql<{ revision: string }>`
    select concat_ws(' ',
      (select count(*) || ' ' || count(*) filter (where ${isLiked}) || ' ' || extract(epoch from max(e.created_at))
        from library_entries e
        where e.user_id = ${userId} and ${isKept}),
      (select string_agg(genre_id::text, ',' order by genre_id) from favorite_genres where user_id = ${userId}),
      (select count(*) || ' ' || extract(epoch from max(created_at)) from follows where follower_id = ${userId}),
      (select revision from recommendation_state)) as revision`.execute(db);
  return rows[0]?.revision ?? '';
};

/**
 * The stories that suit a reader best, by id: neighbours of the reader's stories and the best of the reader's genres, by
 * 2 × neighbours + genres + quality. Visibility and the library are checked when they are shown.
 */
export const findRecommended = async (db: Db, userId: string, max: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with ${seeds(userId)}, ${tastes(userId)},
    kept as (
      select n.neighbour_id as story_id, least(1, sum(n.similarity)) as score
      from seeds join story_neighbours n on n.story_id = seeds.story_id
      group by n.neighbour_id order by score desc, n.neighbour_id limit ${tasteLimits.neighbours}),
    best as (
      select r.story_id, r.quality from tastes t cross join lateral (
        select story_id, quality from genre_rankings g where g.genre_id = t.genre_id
        order by quality desc, story_id desc limit ${tasteLimits.perGenre}) r),
    candidates as (
      select story_id, max(kept) as kept, max(quality) as quality from (
        select story_id, score as kept, null::double precision as quality from kept
        union all
        select story_id, null, quality from best) found
      group by story_id)
    select c.story_id as id from candidates c
    where not exists (select from library_entries e where e.user_id = ${userId} and e.story_id = c.story_id and ${isKept})
      and exists (select from stories s
        where s.id = c.story_id and s.author_id <> ${userId} and s.published_chapters > 0)
    order by 2 * coalesce(c.kept, 0)
      + coalesce((select sum(t.share) from story_genres g join tastes t on t.genre_id = g.genre_id
          where g.story_id = c.story_id), 0)
      + coalesce(c.quality, (select max(r.quality) from genre_rankings r where r.story_id = c.story_id), 0) desc,
      c.story_id desc
    limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The reader's genres with their names, the most frequent first. */
export const findReaderGenres = async (db: Db, userId: string): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`
    with ${seeds(userId)}, ${tastes(userId)}
    select g.id, g.name from tastes t join genres g on g.id = t.genre_id order by t.share desc, g.id`.execute(
    db,
  );
  return rows;
};

/** The story that the reader read last. */
export const lastRead = async (db: Db, userId: string): Promise<string | null> => {
  const { rows } = await sql<{ story_id: string }>`
    select e.story_id from library_entries e
    where e.user_id = ${userId} and e.status not in ('none', 'dropped') and e.last_read_at is not null
    order by e.last_read_at desc, e.story_id limit 1`.execute(db);
  return rows[0]?.story_id ?? null;
};

/** Stories that suit one story: its neighbours, then its author's others, then the best of its genres. */
export const findSimilar = async (db: Db, storyId: string, max: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with of_author as (
      select o.id, o.views from stories s cross join lateral (
        select a.id, n.views from stories a join story_counts n on n.story_id = a.id
        where a.author_id = s.author_id and a.deleted_at is null and a.id <> s.id and a.published_chapters > 0
        order by a.id desc limit 20) o
      where s.id = ${storyId}),
    of_genres as (
      select r.story_id, r.quality from story_genres g cross join lateral (
        select story_id, quality from genre_rankings k where k.genre_id = g.genre_id
        order by quality desc, story_id desc limit ${tasteLimits.perGenre}) r
      where g.story_id = ${storyId})
    select id from (
      select n.neighbour_id as id, 1 as part, n.similarity as score
      from story_neighbours n join stories s on s.id = n.neighbour_id and s.published_chapters > 0
      where n.story_id = ${storyId}
      union all
      select id, 2, views from of_author
      union all
      select story_id, 3, quality from of_genres) found
    -- The scores of different parts can't be compared: a story counts in its first part only.
    where id <> ${storyId} group by id
    order by min(part), (array_agg(score order by part, score desc))[1] desc, id desc limit ${max}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
};

/** The best stories of a genre. */
export const findBestOfGenre = async (db: Db, genreId: string, max: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select story_id as id from genre_rankings where genre_id = ${genreId}
    order by quality desc, story_id desc limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
};

/** The latest stories of the authors that the reader follows, last updated first. */
export const findOfFollowed = async (db: Db, userId: string, max: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with authors as (
      select followed_id from follows where follower_id = ${userId}
      order by created_at desc, followed_id desc limit ${tasteLimits.authors})
    select o.id from authors cross join lateral (
      select s.id, s.last_updated from stories s
      where s.author_id = authors.followed_id and s.deleted_at is null and s.is_published and s.published_chapters > 0
      order by s.id desc limit 5) o
    order by o.last_updated desc nulls last, o.id desc limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Completed stories of some length among the best of these genres. */
export const findFinished = async (
  db: Db,
  genreIds: string[],
  minChapters: number,
  max: number,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select s.id from unnest(${genreIds}::uuid[]) t (genre_id) cross join lateral (
      select story_id, quality from genre_rankings k where k.genre_id = t.genre_id
      order by quality desc, story_id desc limit 200) r
    join stories s on s.id = r.story_id
    where s.status = 'completed' and s.published_chapters >= ${minChapters}
    group by s.id order by max(r.quality) desc, s.id desc limit ${max}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Those of these stories that are not in the reader's library and not their own, in their order. */
export const leaveOutKnown = async (db: Db, userId: string, ids: string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select i.id from unnest(${ids}::uuid[]) with ordinality i (id, place) join stories s on s.id = i.id
    where s.author_id <> ${userId}
      and not exists (select from library_entries e where e.user_id = ${userId} and e.story_id = i.id and ${isKept})
    order by i.place`.execute(db);
  return rows.map(({ id }) => id);
};
