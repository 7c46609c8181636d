import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import { type Db, sql } from '../../platform/db/db.ts';
import { isPublicChapter } from '../chapters/index.ts';
import { isShownTo, type ListViewer, matchesStoryFilter, type StoryFilter } from '../stories/index.ts';
import './search.table.ts';

/** What is searched for. */
export interface Wanted {
  /** In PostgreSQL's syntax. */
  tsquery: string;
  /** The same without the order of words in phrases. */
  words: string;
  /** The whole query in words with spaces, for exact titles and names. */
  key: string;
  viewer: ListViewer;
  /** Genre ids; a story needs one of them. */
  genres: string[] | undefined;
  /** What else is required of a story. */
  filter?: StoryFilter | undefined;
  sort: SearchSort;
}

/** Milliseconds that one statement of a search may take. */
const timeout = sql.raw(`set local statement_timeout = '1500ms'`);

/**
 * Runs statements of a search with a short timeout. Plans never read whole tables. Each query is planned for how
 * frequent its words are: a frequent one by popularity until enough are found, a rare one by the index of words.
 */
export const searching = <T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await timeout.execute(tx);
    await sql`
      select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
    return work(tx);
  });

const typed = (tsquery: string) => sql`${tsquery}::tsquery`;

/** Whether a viewer's cached results are still current, and whether they hide stories. */
export interface ViewerRevision {
  revision: string;
  hides: boolean;
}

/** The state of what these viewers can find; the id of a visitor is empty. */
export const findRevisions = async (db: Db, viewerIds: string[]): Promise<Map<string, ViewerRevision>> => {
  const { rows } = await sql<ViewerRevision & { id: string }>`
    select v.id, coalesce(h.count, 0) > 0 as hides, s.revision || '.' || c.revision || case when h.count > 0 then
      '.' || h.count || '.' || extract(epoch from h.last) else '' end as revision
    from unnest(${viewerIds}::text[]) as v (id) cross join search_state s cross join catalogue c
    left join lateral (select count(*) as count, max(created_at) as last from hidden_stories
      where user_id = nullif(v.id, '')::uuid) h on true`.execute(db);
  return new Map(rows.map(({ id, revision, hides }) => [id, { revision, hides }]));
};

/** The stems of words in each language in use. */
export const findStems = async (db: Db, words: string[]): Promise<Map<string, string[]>> => {
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, array(select distinct stem from search_stemmers,
      unnest(ts_lexize(('search_' || stemmer)::regdictionary, word)) as stem where stemmer <> 'simple') as stems
    from unnest(${words}::text[]) as word`.execute(db);
  return new Map(rows.map(({ word, stems }) => [word, stems]));
};

/** The stem of each word in one language. */
export const stemWords = async (
  db: Db,
  pairs: { stemmer: string; word: string }[],
): Promise<(string | null)[]> => {
  const { rows } = await sql<{ stem: string | null }>`
    select (ts_lexize(('search_' || stemmer)::regdictionary, word))[1] as stem
    from unnest(${pairs.map(({ stemmer }) => stemmer)}::text[], ${pairs.map(({ word }) => word)}::text[])
      with ordinality as p (stemmer, word, place) order by place`.execute(db);
  return rows.map(({ stem }) => stem);
};

type WantedStories = Pick<Wanted, 'viewer' | 'genres' | 'filter'>;

const passes = ({ genres, filter = {} }: WantedStories) =>
  sql`${
    genres === undefined
      ? sql`true`
      : sql`exists (select from story_genres g where g.story_id = s.id
        and g.genre_id = any(${genres}::uuid[]))`
  } ${matchesStoryFilter(filter)}`;

const storyOrders: Record<Exclude<SearchSort, 'relevance' | 'rating'>, ReturnType<typeof sql>> = {
  newest: sql`s.published_at desc, s.id desc`,
  oldest: sql`s.published_at, s.id`,
  popular: sql`s.views desc, s.id desc`,
};

export interface StoryHit {
  id: string;
  score: number;
  views: number;
  published_at: Date;
}

const byViews = storyOrders.popular;

/** Texts with all words of a phrase that are read to find it: those of the most viewed stories. */
const maxRead = sql.lit(2000);

/** Rows of an index whose words match, at most so many that phrases can be looked for in them. */
const rowsWith = (table: 'search_stories' | 'search_pieces', { tsquery, words, viewer }: Wanted) =>
  tsquery === words
    ? sql.table(table)
    : sql`(select i.* from ${sql.table(table)} i join stories s on s.id = i.story_id
        where ${isShownTo(viewer)} and i.doc @@ ${typed(words)} order by ${byViews} limit ${maxRead})`;
/** Stories with a matching title that are compared, most viewed first, even if very many match elsewhere. */
const maxTitles = 300;

/**
 * Tags, author, description and title. The index has words of titles and tags in two forms, both of which a query can
 * match, so that a tag counts twice this.
 */
const weights = sql.lit('{0.15, 0.35, 0.5, 1}');

/**
 * Matching stories by their own title, description, author and tags, at most `searchLimits.counted`, in order; those
 * that match only with their content warnings or audience come last, by views.
 */
export const findStoryHits = async (tx: Db, wanted: Wanted): Promise<StoryHit[]> => {
  const query = typed(wanted.tsquery);
  const from = sql`from ${rowsWith('search_stories', wanted)} d join stories s on s.id = d.story_id
    where ${isShownTo(wanted.viewer)} and ${passes(wanted)}`;
  const max = sql.lit(searchLimits.counted);
  // No story has a rating yet, so that those keep their relevance.
  const isRanked = wanted.sort === 'relevance' || wanted.sort === 'rating';
  const found = isRanked
    ? sql`
      (select s.id ${from} and d.title_key = ${wanted.key} order by ${byViews} limit 50) union
      (select s.id ${from} and d.title @@ ${query} order by ${byViews} limit ${sql.lit(maxTitles)}) union
      (select s.id ${from} and d.doc @@ ${query} order by ${byViews} limit ${max})`
    : sql`select s.id ${from} and d.doc @@ ${query} order by ${orderOf(wanted.sort)} limit ${max}`;
  const { rows } = await sql<StoryHit>`
    with found as materialized (${found})
    select s.id, s.views, s.published_at, ${
      isRanked
        ? sql`case when d.own_doc is not null and not d.own_doc @@ ${query} then -1 / ln(2 + s.views)
          else (ts_rank(${weights}, coalesce(d.own_doc, d.doc), ${query}) + case when d.title_key = ${wanted.key} then 3
            when d.title @@ ${query} then 1 else 0 end) * (1 + ln(2 + s.views) / 20) end`
        : sql`0`
    } as score
    from found join stories s on s.id = found.id join search_stories d on d.story_id = s.id
    order by ${isRanked ? sql`score desc, s.id desc` : orderOf(wanted.sort)} limit ${max}`.execute(tx);
  return rows;
};

const orderOf = (sort: SearchSort) =>
  sort === 'relevance' || sort === 'rating' ? byViews : storyOrders[sort];

export interface ChapterHit {
  story_id: string;
  chapter_id: string;
  piece: number;
  views: number;
  published_at: Date;
  story_published_at: Date;
  /** Null beyond the first hits, whose texts are compared. */
  score: number | null;
}

/** Hits whose texts are compared with the query; others follow in the order of their stories' views. */
const maxRanked = 100;

const chapterFrom = (wanted: WantedStories, pieces = sql`search_pieces`) => sql`
  from ${pieces} p join chapters c on c.id = p.chapter_id and c.version = p.version
  join stories s on s.id = p.story_id
  where ${isPublicChapter()} and ${isShownTo(wanted.viewer)} and ${passes(wanted)}`;

/** Matching pieces of chapters, those of one chapter included, in order. */
export const findChapterHits = async (tx: Db, wanted: Wanted): Promise<ChapterHit[]> => {
  const query = typed(wanted.tsquery);
  const { rows } = await sql<ChapterHit>`
    with found as materialized (
      select p.story_id, p.chapter_id, p.piece, s.views, c.published_at, s.published_at as story_published_at
      ${chapterFrom(wanted, sql`${rowsWith('search_pieces', wanted)}`)} and p.doc @@ ${query}
      order by ${orderOf(wanted.sort)}, p.chapter_id, p.piece limit ${sql.lit(searchLimits.counted * 1.5)}),
    numbered as (select *, row_number() over () as place from found)
    select story_id, chapter_id, piece, views, published_at, story_published_at, case when place <= ${sql.lit(maxRanked)} then (
      select ts_rank('{0.1, 0.1, 0.1, 1}', p.doc, ${query}, 1) * (1 + ln(2 + n.views) / 20) from search_pieces p
      where p.story_id = n.story_id and p.chapter_id = n.chapter_id and p.piece = n.piece) end as score
    from numbered n order by place`.execute(tx);
  return rows;
};

/** Chapters with a matching title, of the most viewed stories. */
export const findChapterTitles = async (
  tx: Db,
  wanted: Pick<Wanted, 'tsquery' | 'viewer'>,
  limit: number,
): Promise<{ id: string; title: string; story_id: string; story_title: string; language: string }[]> => {
  const { rows } = await sql<{
    id: string;
    title: string;
    story_id: string;
    story_title: string;
    language: string;
  }>`
    select c.id, c.title, s.id as story_id, s.title as story_title, s.language
    ${chapterFrom({ viewer: wanted.viewer, genres: undefined })} and p.piece = 0 and p.doc @@ ${typed(wanted.tsquery)}
    order by ${byViews}, c.id limit ${limit}`.execute(tx);
  return rows;
};

/** People of whom a name is compared, even if very many match. */
const maxPeople = 2000;

/** Others see a person who is neither suspended nor about to be deleted. */
const isShownPerson = sql`u.deletion_due_at is null and u.suspended_at is null`;

/** The ids of people by username and display name: exact usernames first, then those with most followers. */
export const findPeopleHits = async (
  tx: Db,
  { tsquery, key, sort }: Pick<Wanted, 'tsquery' | 'key' | 'sort'>,
): Promise<string[]> => {
  const order =
    sort === 'newest'
      ? sql`u.created_at desc, u.id desc`
      : sort === 'oldest'
        ? sql`u.created_at, u.id`
        : sort === 'popular'
          ? sql`u.followers_count desc, u.id`
          : sql`(lower(u.username) = ${key} or p.name_key = ${key}) desc, u.followers_count desc, u.id`;
  const { rows } = await sql<{ id: string }>`
    with found as materialized (
      (select user_id from search_people where doc @@ ${typed(tsquery)} limit ${sql.lit(maxPeople)})
      union select id from users where username_key = ${key})
    select u.id from found join users u on u.id = found.user_id join search_people p on p.user_id = u.id
    where ${isShownPerson} order by ${order} limit ${sql.lit(searchLimits.counted)}`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Those of these people who are still shown to others, in their order. */
export const findShownPeople = async (db: Db, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select u.id from unnest(${ids}::uuid[]) with ordinality as i (id, place) join users u on u.id = i.id
    where ${isShownPerson} order by i.place`.execute(db);
  return rows.map(({ id }) => id);
};

/** The ids of people with a name like this one, most alike first. */
export const findPeopleLike = async (tx: Db, key: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from search_people p join users u on u.id = p.user_id
    where p.name_key %> ${key} and ${isShownPerson}
    order by word_similarity(${key}, p.name_key) desc, u.followers_count desc, u.id limit 40`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Words in use that are like these, at most twenty of each, most alike first. */
export const findLikeWords = async (
  tx: Db,
  words: { place: number; latin: string }[],
): Promise<{ place: number; word: string; latin: string }[]> => {
  const { rows } = await sql<{ place: number; word: string; latin: string }>`
    select t.place, w.word, w.latin from unnest(${words.map(({ place }) => place)}::int[],
      ${words.map(({ latin }) => latin)}::text[]) as t (place, latin)
    cross join lateral (
      (select word, latin from search_words where latin % t.latin
        order by similarity(latin, t.latin) desc, word limit 20)
      union
      -- Short words with two letters swapped have no trigram in common.
      select word, latin from search_words where latin = any(array(
        select overlay(t.latin placing reverse(substr(t.latin, place, 2)) from place for 2)
        from generate_series(1, length(t.latin) - 1) as place))) w`.execute(tx);
  return rows;
};

/** Of the story, or else the chapter, that matches best and is shown to the viewer: which of the forms it contains. */
export const findFormsInBestHit = async (
  tx: Db,
  { tsquery, ...wanted }: WantedStories & Pick<Wanted, 'tsquery'>,
  forms: string[],
): Promise<string[] | null> => {
  const query = typed(tsquery);
  const inDoc = sql`array(select unnest(tsvector_to_array(f.doc)) intersect select unnest(${forms}::text[])) as forms`;
  const stories = await sql<{ forms: string[] }>`
    select ${inDoc} from (
      select d.doc, s.views, s.id from search_stories d join stories s on s.id = d.story_id
      where ${isShownTo(wanted.viewer)} and ${passes(wanted)} and d.doc @@ ${query} order by ${byViews} limit 200) f
    order by ts_rank('{0.3, 0.4, 0.5, 1}', f.doc, ${query}) * (1 + ln(2 + f.views) / 20) desc, f.id limit 1`.execute(
    tx,
  );
  if (stories.rows[0] !== undefined) return stories.rows[0].forms;
  const pieces = await sql<{ forms: string[] }>`
    select ${inDoc} from (
      select p.doc, s.views, p.chapter_id ${chapterFrom(wanted)} and p.doc @@ ${query}
      order by ${byViews} limit 50) f
    order by ts_rank(f.doc, ${query}) desc, f.chapter_id limit 1`.execute(tx);
  return pieces.rows[0]?.forms ?? null;
};
