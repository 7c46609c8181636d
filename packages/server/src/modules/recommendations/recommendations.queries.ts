import { allRows, type Db, execute, sql, transaction } from '../../platform/db/db.ts';
import { countedStories, isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';

/** Bounds of what is considered for one reader (docs/product/recommendations.md#recommended). */
const tasteLimits = {
  /** The reader's latest stories, whose neighbours and genres count. */
  seeds: 30,
  genres: 8,
  /** Candidates from the neighbours. */
  neighbours: 200,
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

interface Neighbour {
  id: string;
  /** The sum of its similarities with the reader's stories. */
  score: number;
  genres: string[];
}

/** What a reader's recommendations are chosen from, apart from the best stories of the genres. */
export interface ReaderRow {
  /** Of what the jobs have prepared. */
  revision: number;
  /** The reader's genres, the most frequent first, with their shares, which add up to 1. */
  tastes: { id: string; name: string; share: number }[];
  neighbours: Neighbour[];
  /** The story that the reader read last: its neighbours and its author's other stories, the best first. */
  last: { id: string; title: string; genres: string[]; neighbours: string[]; of_author: string[] } | null;
  /** The latest stories of the authors that the reader follows, last updated first. */
  followed: string[];
  /** What is in the library or the reader's own, as ids separated by spaces. */
  known: string | null;
}

const genresOf = (story: string) => sql`
  array(select g.genre_id from story_genres g where g.story_id = ${sql.ref(story)})`;

/** Everything about one reader. Visibility is checked when stories are shown. */
export const findReader = async (
  db: Db,
  viewer: NonNullable<ListViewer>,
  { followed }: { followed: number },
): Promise<ReaderRow> => {
  const { id: userId } = viewer;
  const rows = await allRows<ReaderRow>(db)`
    with ${seeds(userId)}, ${tastes(userId)},
    neighbours as (
      select n.neighbour_id as id, least(1, sum(n.similarity)) as score
      from seeds join story_neighbours n on n.story_id = seeds.story_id
      group by n.neighbour_id order by score desc, n.neighbour_id limit ${tasteLimits.neighbours}),
    last_read as (
      select e.story_id from library_entries e
      where e.user_id = ${userId} and e.status not in ('none', 'dropped') and e.last_read_at is not null
      order by e.last_read_at desc, e.story_id limit 1),
    authors as (
      select followed_id from follows where follower_id = ${userId}
      order by created_at desc, followed_id desc limit ${tasteLimits.authors})
    select state.revision,
      coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name, 'share', t.share) order by t.share desc, g.id)
        from tastes t join genres g on g.id = t.genre_id), '[]') as tastes,
      coalesce((
        select json_agg(json_build_object('id', n.id, 'score', n.score, 'genres', ${genresOf('n.id')}))
        from neighbours n), '[]') as neighbours,
      (select json_build_object('id', s.id, 'title', s.title, 'genres', ${genresOf('s.id')},
          'neighbours', array(
            select n.neighbour_id from story_neighbours n where n.story_id = s.id
            order by n.similarity desc, n.neighbour_id desc),
          'of_author', array(
            select o.id from (
              select a.id from stories a
              where a.author_id = s.author_id and a.deleted_at is null and a.id <> s.id and a.published_chapters > 0
              order by a.id desc limit 20) o join story_counts n on n.story_id = o.id order by n.views desc, o.id desc))
        from last_read l join stories s on s.id = l.story_id where ${isShownTo(viewer)}) as last,
      array(
        select o.id from authors cross join lateral (
          select s.id, s.last_updated from stories s
          where s.author_id = authors.followed_id and s.deleted_at is null and s.is_published
            and s.published_chapters > 0
          order by s.id desc limit 5) o
        order by o.last_updated desc nulls last, o.id desc limit ${followed}) as followed,
      (select string_agg(id::text, ' ') from (
        select e.story_id as id from library_entries e where e.user_id = ${userId} and ${isKept}
        union all
        select s.id from stories s where s.author_id = ${userId} and s.deleted_at is null) k) as known
    from recommendation_state state`;
  const [row] = rows;
  if (row === undefined) throw new Error('The state of the recommendations is missing.');
  return row;
};

export interface RankedStory {
  genre_id: string;
  id: string;
  /** Its primary subtag. */
  language: string;
  quality: number;
  genres: string[];
  /** Whether it is completed and of some length. */
  is_finished: boolean;
}

/** The shortest story, in chapters, that counts as binge-ready. */
const bingeChapters = 5;

/** The best stories of all genres, the best of each first. */
export const listRankings = (db: Db): Promise<RankedStory[]> =>
  allRows<RankedStory>(db)`
    select k.genre_id, s.id, lower(split_part(s.language, '-', 1)) as language, k.quality, ${genresOf('s.id')}::text[] as genres,
      s.status = 'completed' and s.published_chapters >= ${bingeChapters} as is_finished
    from genre_rankings k join stories s on s.id = k.story_id
    order by k.genre_id, k.quality desc, k.story_id desc`;

/** Stories stored for a genre. */
const storiesPerGenre = 200;

/**
 * The share of viewers who like a story, smoothed towards 2 % while views are few, times the logarithm of its views, times its
 * rating (docs/product/recommendations.md#quality). The story's alias is `s`.
 */
const quality = sql`
  (s.likes + 1.0::double precision) / (s.views + 50) * ln(10 + s.views) * coalesce(s.rating_score, 3) / 3`;

/** Computes the best stories of each genre again: one pass over all stories, in the background. */
export const updateGenreRankings = (db: Db): Promise<void> =>
  transaction(db, async (tx) => {
    await execute(tx)`
      with best as materialized (
        select genre_id, story_id, quality from (
          select g.genre_id, s.id as story_id, ${quality} as quality,
            row_number() over (partition by g.genre_id order by ${quality} desc, s.id desc) as place
          from ${countedStories} s join story_genres g on g.story_id = s.id
          where ${isPublicStory()} and s.published_chapters > 0) ranked
        where place <= ${storiesPerGenre}),
      gone as (
        delete from genre_rankings k
        where not exists (select from best b where b.genre_id = k.genre_id and b.story_id = k.story_id) returning 1),
      saved as (
        insert into genre_rankings as k (genre_id, story_id, quality)
        select genre_id, story_id, quality from best
        on conflict (genre_id, story_id) do update set quality = excluded.quality
          where k.quality <> excluded.quality returning 1)
      update recommendation_state set revision = revision + 1 where exists (select from saved) or exists (select from gone)`;
  });
