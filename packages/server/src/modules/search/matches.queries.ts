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
import { type Terms, tsquery } from './query-forms.ts';
import './search.table.ts';

/** What is searched for. */
export interface Wanted {
  query: readonly Terms[];
  /** The whole query in words with spaces, for exact titles and names. */
  key: string;
  viewer: ListViewer;
  filter: StoryFilter;
  sort: SearchSort;
  /** Chapters are found by their texts, and their stories with them, or by titles alone. */
  chaptersBy: 'text' | 'title';
  /** Whether so many stories, and pieces of chapters, match that the first ones in the order of the results are enough. */
  isFrequent: { stories: boolean; pieces: boolean };
}

/** Everything that matches, in order, by id; at most `searchLimits.counted` of each. */
export interface Matches {
  stories: string[];
  /** `piece`: the one that an excerpt is taken from. */
  chapters: { id: string; piece: number }[];
  people: string[];
}

const max = sql.lit(searchLimits.counted);
/** Stories, and people, that are found by the index of words, in no order, and that are read in the order of the results. */
const ranked = 200;
const maxWalked = sql.lit(1000);
/**
 * The same for chapters: pieces that are found, and stories of which five each are read. Quick results find chapters by
 * title; they show two, and three stories, so that few of the `first` ones are enough.
 */
const limitsBy = {
  text: { first: max, found: 200, walked: sql.lit(100), enough: sql.lit(50) },
  title: { first: sql.lit(20), found: 50, walked: sql.lit(20), enough: sql.lit(2) },
};
/** Texts with all words of a phrase that are read to find it. */
const maxRead = sql.lit(2000);
/** Of a frequent word, so many results are enough. */
const enough = sql.lit(50);
/** Stories with a matching title that are ranked if more stories match than are ranked. */
const maxTitles = sql.lit(50);

const typed = (query: string) => sql`${query}::tsquery`;

/** The query for the text of a row, which has a stemmer: stems of one language never match a text in another one. */
export function fits(query: readonly Terms[], row: string) {
  const stemmers = [...(query[0]?.[0]?.stems.keys() ?? [])];
  const queries = ['', ...stemmers].map((stemmer) => tsquery(query, stemmer));
  return sql`(${queries}::tsquery[])[
    1 + coalesce(array_position(${stemmers}::text[], ${sql.ref(`${row}.stemmer`)}), 0)]`;
}

/** By a figure of the story (`figureOf`); those without one come last, by relevance. */
const byFigure = sql`coalesce(figure, 0) desc, own desc, score desc, id desc`;
/** The orders of stories, and of chapters by their stories; ties by id. `own`: the story matches itself. */
const storyOrders: Record<SearchSort, ReturnType<typeof sql>> = {
  relevance: sql`own desc, score desc, id desc`,
  rating: byFigure,
  trending: byFigure,
  words: byFigure,
  chapters: byFigure,
  newest: sql`published_at desc, id desc`,
  oldest: sql`published_at, id`,
  popular: sql`views desc, id desc`,
};
const byFollowers = sql`followers_count desc, id`;
const byName = sql`is_exact desc, ${byFollowers}`;
const personOrders: Record<SearchSort, ReturnType<typeof sql>> = {
  relevance: byName,
  rating: byName,
  trending: byName,
  words: byName,
  chapters: byName,
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  popular: byFollowers,
};

/** The figures that stories are sorted by. Where they are not asked for, PostgreSQL does not look them up. */
const figureOf: Partial<Record<SearchSort, ReturnType<typeof sql>>> = {
  rating: sql`s.rating_score`,
  trending: sql`(select t.score from trending_stories t where t.story_id = s.id)::float8`,
  words: sql`s.published_words::float8`,
  chapters: sql`s.published_chapters::float8`,
};

/** The stories in the order of an index; by rating or trend, those that have one. */
const byViews = sql`select story_id from story_counts order by views desc, story_id desc`;
const walks: Record<SearchSort, ReturnType<typeof sql>> = {
  relevance: byViews,
  rating: sql`select story_id from story_ratings where score is not null order by score desc, story_id desc`,
  trending: sql`select story_id from trending_stories order by score desc, views desc, story_id desc`,
  words: sql`select id as story_id from stories s where ${isPublicStory()} order by published_words desc, id desc`,
  chapters: sql`select id as story_id from stories s where ${isPublicStory()} order by published_chapters desc, id desc`,
  newest: sql`select id as story_id from stories s where ${isPublicStory()} order by published_at desc, id desc`,
  oldest: sql`select id as story_id from stories s where ${isPublicStory()} order by published_at, id`,
  popular: byViews,
};
/** The same for people; ids are in the order of the sign-ups. */
const peopleWalks: Partial<typeof walks> = { newest: sql`id desc`, oldest: sql`id` };

/** Texts found by the index of words; the fence keeps PostgreSQL from beginning elsewhere. */
function matching(table: 'search_stories' | 'search_pieces', query: readonly Terms[], isTitle = false) {
  const [phrases, words] = [tsquery(query), tsquery(query, undefined, '&')];
  const from = sql`${sql.table(table)} ${isTitle ? sql`where piece = 0 and doc` : sql`where doc`}`;
  return phrases === words
    ? sql`(select * from ${from} @@ ${typed(phrases)} offset 0)`
    : sql`(select * from (select * from ${from} @@ ${typed(words)} limit ${maxRead}) i where doc @@ ${typed(phrases)})`;
}

/**
 * Tags, author, description and title. The index has words of titles and tags in two forms, both of which a query can
 * match, so that a tag counts twice this.
 */
const weights = sql.lit('{0.15, 0.35, 0.5, 1}');

/** Which of the two ways to find texts comes first, and when the other one is used too. */
function waysOf(table: string, isFrequent: boolean, found: number, enough: ReturnType<typeof sql>) {
  const count = (way: string) => sql`(select count(*) from ${sql.table(`${way}_${table}`)})`;
  return isFrequent
    ? { first: sql`true`, any: sql`${count('first')} < ${enough}` }
    : { first: sql`${count('any')} = ${found}::int`, any: sql`true` };
}

/**
 * Finds and ranks in one statement: texts by the index of words, in no order, and if there are too many, those that come
 * first in the order of the results (docs/decisions/0052-bounded-searches.md). Without the index only the latter.
 */
export const findMatches = async (db: Db, wanted: Wanted, withIndex = true): Promise<Matches> => {
  const { viewer, filter, sort, key, chaptersBy, isFrequent } = wanted;
  const query = typed(tsquery(wanted.query));
  const names = typed(tsquery(wanted.query, ''));
  const [ofStory, ofPiece] = [fits(wanted.query, 'd'), fits(wanted.query, 'p')];
  const isShown = sql`${isShownTo(viewer)} ${matchesStoryFilter(filter)}`;
  const limit = limitsBy[chaptersBy];
  const [maxStories, maxPieces] = withIndex ? [ranked, limit.found] : [0, 0];
  const ofStories = waysOf('stories', isFrequent.stories, maxStories, enough);
  const ofPieces = waysOf('pieces', isFrequent.pieces, maxPieces, limit.enough);
  const isTitle = chaptersBy === 'title';
  const figure = figureOf[sort] ?? sql`null::float8`;
  // Stories that match only with their content warnings or audience have a negative score.
  const storyColumns = sql`
    s.id, s.views, s.published_at, ${figure} as figure, true as own,
    case when d.own_doc is not null and not d.own_doc @@ ${ofStory} then -1 / ln(2 + s.views)
      else (ts_rank(${weights}, coalesce(d.own_doc, d.doc), ${ofStory})
        + case when d.title_key = ${key} then 3 when d.title @@ ${ofStory} then 1 else 0 end)
        * (1 + ln(2 + s.views) / 20) end as score`;
  const chapterColumns = sql`
    p.chapter_id, p.piece, s.id, s.views, s.published_at, ${figure} as figure, false as own,
    ts_rank('{0.1, 0.1, 0.1, 1}', p.doc, ${ofPiece}, 1) * (1 + ln(2 + s.views) / 20) as score`;
  const isShownPerson = sql`u.deletion_due_at is null and u.suspended_at is null`;
  const personColumns = sql`
    u.id, (u.username_key = ${key} or p.name_key = ${key}) as is_exact, u.followers_count, u.created_at`;

  // Recursive only so that either way may ask whether the other one has found enough.
  const { rows } = await sql<Matches>`
    with recursive any_stories as materialized (
      select ${storyColumns} from ${matching('search_stories', wanted.query)} d join ${countedStories} s on s.id = d.story_id
      where ${ofStories.any} and d.doc @@ ${ofStory} and ${isShown} limit ${maxStories}),
    first_stories as materialized (
      select ${storyColumns} from (${walks[sort]} limit ${maxWalked}) w
      cross join lateral (select * from search_stories d where d.story_id = w.story_id and d.doc @@ ${ofStory} offset 0) d
      join ${countedStories} s on s.id = d.story_id
      where ${ofStories.first} and ${isShown} limit ${limit.first}),
    titled_stories as (
      select ${storyColumns} from (
        (select * from search_stories where title_key = ${key} limit ${max})
        union all
        (select * from search_stories where title @@ ${query} and ${ofStories.first} limit ${maxTitles})) d
      join ${countedStories} s on s.id = d.story_id where d.doc @@ ${ofStory} and ${isShown}),
    own as materialized (
      select * from any_stories union select * from first_stories union select * from titled_stories),
    any_pieces as materialized (
      select ${chapterColumns} from ${matching('search_pieces', wanted.query, isTitle)} p
      join chapters c on c.id = p.chapter_id and c.version = p.version join ${countedStories} s on s.id = p.story_id
      where ${ofPieces.any} and p.doc @@ ${ofPiece} and ${isPublicChapter()} and ${isShown} limit ${maxPieces}),
    first_pieces as materialized (
      select ${chapterColumns} from (${walks[sort]} limit ${limit.walked}) w
      cross join lateral (select * from search_pieces p
        where p.story_id = w.story_id and p.piece ${isTitle ? sql`=` : sql`>`} 0 limit 5) p
      join chapters c on c.id = p.chapter_id and c.version = p.version join ${countedStories} s on s.id = p.story_id
      where ${ofPieces.first} and p.doc @@ ${ofPiece} and ${isPublicChapter()} and ${isShown} limit ${max}),
    pieces as materialized (
      select *, row_number() over (order by ${storyOrders[sort]}, chapter_id, piece) as place
      from (select * from any_pieces union select * from first_pieces) p),
    chapters_found as (
      -- The piece with the title alone has no text; the text of the first piece begins the chapter.
      select chapter_id, id, greatest(1, (array_agg(piece order by score desc, place))[1]) as piece, min(place) as place
      from pieces group by chapter_id, id order by place limit ${max}),
    stories_found as (
      select * from own union all
      select * from (
        select distinct on (id) id, views, published_at, figure, own, score from pieces order by id, score desc) p
      where ${!isTitle} and not exists (select from own where own.id = p.id)),
    any_people as materialized (
      (select ${personColumns} from users u join search_people p on p.user_id = u.id
        where u.username_key = ${key} and ${isShownPerson})
      union
      (select ${personColumns}
        from (select * from search_people where doc @@ ${names} offset 0) p join users u on u.id = p.user_id
        where ${isShownPerson} limit ${maxStories})),
    people as (
      select * from any_people
      union
      (select ${personColumns} from (select * from users order by ${peopleWalks[sort] ?? byFollowers} limit ${maxWalked}) u
        cross join lateral (select * from search_people p where p.user_id = u.id and p.doc @@ ${names} offset 0) p
        where (select count(*) from any_people) >= ${maxStories}::int and ${isShownPerson} limit ${max}))
    select array(select id from stories_found order by ${storyOrders[sort]} limit ${max})::text[] as stories,
      (select coalesce(json_agg(json_build_object('id', chapter_id, 'piece', piece) order by story_place, place), '[]')
        from (select *, min(place) over (partition by id) as story_place from chapters_found) c) as chapters,
      array(select id from people order by ${personOrders[sort]} limit ${max})::text[] as people`.execute(db);
  return rows[0] ?? { stories: [], chapters: [], people: [] };
};

/** The ids of people with a name like this one, most alike first. */
export const findPeopleLike = async (db: Db, key: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select u.id from search_people p join users u on u.id = p.user_id
    where p.name_key %> ${key} and u.deletion_due_at is null and u.suspended_at is null
    order by word_similarity(${key}, p.name_key) desc, u.followers_count desc, u.id limit 40`.execute(db);
  return rows.map(({ id }) => id);
};
