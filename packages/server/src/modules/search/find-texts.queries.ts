import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import { type Db, sql } from '../../platform/db/db.ts';
import { isPublicChapter } from '../chapters/index.ts';
import {
  countedStories,
  isPublicStory,
  isShownTo,
  type ListViewer,
  matchesStoryFilter,
  type StoryFilter,
} from '../stories/index.ts';
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

export const typed = (tsquery: string) => sql`${tsquery}::tsquery`;

const max = sql.lit(searchLimits.counted);
/** Stories, and pieces of chapters, that are read in the order of the results until enough match. */
const maxWalked = sql.lit(1000);
/** Pieces of one story among them, so that many stories are reached. */
const maxOfStory = sql.lit(10);
/** Texts with all words of a phrase that are read to find it. */
const maxRead = sql.lit(2000);
/** Matches by the index of words, in no order, of which the best are chosen. */
export const maxUnordered = 400;

const passes = ({ genres, filter = {} }: Pick<Wanted, 'genres' | 'filter'>) =>
  sql`${
    genres === undefined
      ? sql`true`
      : sql`exists (select from story_genres g where g.story_id = s.id
        and g.genre_id = any(${genres}::uuid[]))`
  } ${matchesStoryFilter(filter)}`;

const orders: Record<Exclude<SearchSort, 'relevance'>, ReturnType<typeof sql>> = {
  rating: sql`s.rating_score desc, s.id desc`,
  newest: sql`s.published_at desc, s.id desc`,
  oldest: sql`s.published_at, s.id`,
  popular: sql`s.views desc, s.id desc`,
};
const orderOf = (sort: SearchSort) => (sort === 'relevance' ? orders.popular : orders[sort]);

/** The first stories in the order of the results, by the index of that order; by rating, those that have one. */
const firstStories = (wanted: Wanted) => sql`
  select s.* from ${countedStories} s where ${isPublicStory()} ${wanted.sort === 'rating' ? sql`and s.rating_score is not null` : sql``}
    and ${passes(wanted)} order by ${orderOf(wanted.sort)}`;

/** Rows whose words match by the index of words; the fence keeps PostgreSQL from beginning elsewhere. */
const matching = (table: 'search_stories' | 'search_pieces', { tsquery, words }: Wanted) =>
  tsquery === words
    ? sql`(select * from ${sql.table(table)} where doc @@ ${typed(tsquery)} offset 0)`
    : sql`(select * from (select * from ${sql.table(table)} where doc @@ ${typed(words)} limit ${maxRead}) i
        where doc @@ ${typed(tsquery)})`;

export interface StoryHit {
  id: string;
  score: number;
  views: number;
  /** The score of the list by rating; null without ratings. */
  rating: number | null;
  published_at: Date;
  /** Whether the title itself matches. */
  in_title: boolean;
}

/**
 * Tags, author, description and title. The index has words of titles and tags in two forms, both of which a query can
 * match, so that a tag counts twice this.
 */
const weights = sql.lit('{0.15, 0.35, 0.5, 1}');

/** Stories that match only with their content warnings or audience have a negative score. */
const storyColumns = ({ tsquery, key }: Wanted) => sql`
  s.id, s.views, s.published_at, s.rating_score as rating, d.title @@ ${typed(tsquery)} as in_title,
  case when d.own_doc is not null and not d.own_doc @@ ${typed(tsquery)} then -1 / ln(2 + s.views)
    else (ts_rank(${weights}, coalesce(d.own_doc, d.doc), ${typed(tsquery)})
      + case when d.title_key = ${key} then 3 when d.title @@ ${typed(tsquery)} then 1 else 0 end)
      * (1 + ln(2 + s.views) / 20) end as score`;

/** Matching stories among the first ones in the order of the results. */
export const findFirstStories = async (tx: Db, wanted: Wanted): Promise<StoryHit[]> => {
  const { rows } = await sql<StoryHit>`
    select ${storyColumns(wanted)} from (${firstStories(wanted)} limit ${maxWalked}) s
    cross join lateral (select * from search_stories d
      where d.story_id = s.id and d.doc @@ ${typed(wanted.tsquery)} offset 0) d
    where ${isShownTo(wanted.viewer)} limit ${max}`.execute(tx);
  return rows;
};

/** Matching stories in no order, at most `maxUnordered`. */
export const findAnyStories = async (tx: Db, wanted: Wanted): Promise<StoryHit[]> => {
  const { rows } = await sql<StoryHit>`
    select ${storyColumns(wanted)} from ${matching('search_stories', wanted)} d join ${countedStories} s on s.id = d.story_id
    where ${isShownTo(wanted.viewer)} and ${passes(wanted)} limit ${sql.lit(maxUnordered)}`.execute(tx);
  return rows;
};

/** Stories with exactly this title, in no order. */
export const findExactTitles = (tx: Db, wanted: Wanted): Promise<StoryHit[]> =>
  findByTitle(tx, wanted, sql`title_key = ${wanted.key}`);

/** Stories with a matching title, in no order. */
export const findAnyTitles = (tx: Db, wanted: Wanted): Promise<StoryHit[]> =>
  findByTitle(tx, wanted, sql`title @@ ${typed(wanted.tsquery)}`);

const findByTitle = async (tx: Db, wanted: Wanted, matches: ReturnType<typeof sql>): Promise<StoryHit[]> => {
  const { rows } = await sql<StoryHit>`
    select ${storyColumns(wanted)} from (select * from search_stories where ${matches} offset 0) d
    join ${countedStories} s on s.id = d.story_id
    where ${isShownTo(wanted.viewer)} and ${passes(wanted)} limit ${max}`.execute(tx);
  return rows;
};

export interface ChapterHit {
  story_id: string;
  chapter_id: string;
  piece: number;
  views: number;
  published_at: Date;
  story_published_at: Date;
  story_rating: number | null;
  score: number;
}

const chapterColumns = ({ tsquery }: Wanted) => sql`
  p.story_id, p.chapter_id, p.piece, s.views, c.published_at, s.published_at as story_published_at, s.rating_score as story_rating,
  ts_rank('{0.1, 0.1, 0.1, 1}', p.doc, ${typed(tsquery)}, 1) * (1 + ln(2 + s.views) / 20) as score`;

/**
 * Matching pieces of chapters, those of one chapter included, of the first stories in the order of the results. The first
 * piece of a text has the words of the title too.
 */
export const findFirstPieces = async (tx: Db, wanted: Wanted): Promise<ChapterHit[]> => {
  const { rows } = await sql<ChapterHit>`
    select ${chapterColumns(wanted)} from (
      select f.*, p.story_id, p.chapter_id, p.piece, p.version, p.doc from (${firstStories(wanted)} limit ${maxWalked}) f
      cross join lateral (
        select * from search_pieces p where p.story_id = f.id and p.piece > 0 limit ${maxOfStory}) p
      limit ${maxWalked}) s
    cross join lateral (select s.story_id, s.chapter_id, s.piece, s.doc
      where s.doc @@ ${typed(wanted.tsquery)} offset 0) p
    cross join lateral (select * from chapters c where c.id = p.chapter_id and c.version = s.version offset 0) c
    where ${isPublicChapter()} and ${isShownTo(wanted.viewer)} limit ${max}`.execute(tx);
  return rows;
};

/** Matching pieces of chapters in no order, at most `maxUnordered`. */
export const findAnyPieces = async (tx: Db, wanted: Wanted): Promise<ChapterHit[]> => {
  const { rows } = await sql<ChapterHit>`
    select ${chapterColumns(wanted)} from ${matching('search_pieces', wanted)} p
    join chapters c on c.id = p.chapter_id and c.version = p.version join ${countedStories} s on s.id = p.story_id
    where ${isPublicChapter()} and ${isShownTo(wanted.viewer)} and ${passes(wanted)}
    limit ${sql.lit(maxUnordered)}`.execute(tx);
  return rows;
};

export interface ChapterTitle {
  id: string;
  title: string;
  story_id: string;
  story_title: string;
  language: string;
}

const titleColumns = sql`c.id, c.title, s.id as story_id, s.title as story_title, s.language`;

/** Chapters with a matching title, of the first stories in the order of the results. */
export const findFirstChapterTitles = async (
  tx: Db,
  wanted: Wanted,
  limit: number,
): Promise<ChapterTitle[]> => {
  const { rows } = await sql<ChapterTitle>`
    select ${titleColumns} from (
      select f.*, p.chapter_id, p.version, p.doc from (${firstStories(wanted)} limit ${maxWalked}) f
      cross join lateral (
        select * from search_pieces p where p.story_id = f.id and p.piece = 0 limit ${maxOfStory}) p
      limit ${maxWalked}) s
    cross join lateral (select * from chapters c
      where c.id = s.chapter_id and c.version = s.version and s.doc @@ ${typed(wanted.tsquery)} offset 0) c
    where ${isPublicChapter()} and ${isShownTo(wanted.viewer)} limit ${limit}`.execute(tx);
  return rows;
};

/** Chapters with a matching title, by the views of their stories among some. */
export const findAnyChapterTitles = async (
  tx: Db,
  { tsquery, viewer }: Wanted,
  limit: number,
): Promise<ChapterTitle[]> => {
  const { rows } = await sql<ChapterTitle>`
    select id, title, story_id, story_title, language from (
      select ${titleColumns}, s.views
      from (select * from search_pieces where piece = 0 and doc @@ ${typed(tsquery)} offset 0) p
      join chapters c on c.id = p.chapter_id and c.version = p.version join ${countedStories} s on s.id = p.story_id
      where ${isPublicChapter()} and ${isShownTo(viewer)} limit 50) found
    order by views desc, id limit ${limit}`.execute(tx);
  return rows;
};

/** Which of the forms a story has. */
export const formsInStory = (tx: Db, { id }: StoryHit, forms: string[]): Promise<string[]> =>
  formsIn(tx, sql`search_stories where story_id = ${id}`, forms);

/** Which of the forms a piece of a chapter has. */
export const formsInPiece = (tx: Db, hit: ChapterHit, forms: string[]): Promise<string[]> =>
  formsIn(
    tx,
    sql`search_pieces where story_id = ${hit.story_id} and chapter_id = ${hit.chapter_id} and piece = ${hit.piece}`,
    forms,
  );

const formsIn = async (tx: Db, row: ReturnType<typeof sql>, forms: string[]): Promise<string[]> => {
  const { rows } = await sql<{ form: string }>`
    select unnest(tsvector_to_array(doc)) as form from ${row} intersect select unnest(${forms}::text[])`.execute(
    tx,
  );
  return rows.map(({ form }) => form);
};
