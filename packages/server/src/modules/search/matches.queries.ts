import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import type { Viewer } from '../../platform/context.ts';
import { allRows, allValues, type Db, sql, unseen } from '../../platform/db/db.ts';
import { isPublicChapter } from '../chapters/index.ts';
import {
  countedStories,
  isShownTo,
  matchesStoryFilter,
  readsLanguage,
  type StoryFilter,
} from '../stories/index.ts';
import { labelQuery, type Terms, tsquery, wordsQuery } from './query-forms.ts';

/** What is searched for. */
export interface Wanted {
  query: readonly Terms[];
  excluded: readonly Terms[];
  /** Words of the author's name. */
  authors: readonly string[];
  /** The whole query in words with spaces, for exact titles and names. */
  key: string;
  viewer: Viewer | null;
  filter: StoryFilter;
  sort: SearchSort;
}

const max = sql.lit(searchLimits.counted);
/** Texts that each index contributes, and that are ranked. */
const ranked = sql.lit(200);
/** Texts with all words of a phrase that are read to find it. */
const maxRead = sql.lit(2000);
/** People whose names begin as typed, of whom those with most followers come first. */
const maxNamed = sql.lit(500);
/** Stories found by frequent words in whose chapters these are looked for, and pieces of each that are read. */
const [maxStories, maxPieces] = [sql.lit(40), sql.lit(15)];

const typed = (query: string) => unseen(query, 'tsquery');

/** The query for the text of a row, which has a stemmer: stems of one language never match a text in another one. */
export function fits(query: readonly Terms[], row: string, conditions?: Parameters<typeof tsquery>[2]) {
  const stemmers = [...(query[0]?.[0]?.stems.keys() ?? [])];
  const queries = ['', ...stemmers].map((stemmer) => tsquery(query, stemmer, conditions));
  return sql`(${queries}::tsquery[])[
    1 + coalesce(array_position(${stemmers}::text[], ${sql.ref(`${row}.stemmer`)}), 0)]`;
}

/** By a figure of the story (`figureOf`); those without one come last, by relevance. */
const byFigure = sql`coalesce(figure, 0) desc, own desc, score desc, id desc`;
/** The orders of stories; ties by id. `own`: what the card says matches; `is_read`: in a language that the viewer reads. */
const storyOrders: Record<SearchSort, ReturnType<typeof sql>> = {
  relevance: sql`own desc, is_read desc, score desc, id desc`,
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

/** The figures that stories are sorted by. */
const figureOf: Partial<Record<SearchSort, ReturnType<typeof sql>>> = {
  rating: sql`s.rating_score`,
  trending: sql`(select t.score from trending_stories t where t.story_id = s.id)::float8`,
  words: sql`s.published_words::float8`,
  chapters: sql`s.published_chapters::float8`,
};

/** Description; tags and genres; title and author. The first is that of words without a label, which there are none. */
const weights = sql.lit('{0, 0.3, 0.4, 1}');
const viewsFactor = sql`(1 + ln(2 + s.views) / 20)`;

/** Pieces of chapters that the index finds: for phrases, among some of those that have their words. */
function piecesWith(query: readonly Terms[], condition = sql`true`) {
  const [phrases, words] = [tsquery(query), tsquery(query, undefined, { follows: '&' })];
  const found = sql`select * from search_pieces where ${condition} and doc @@ ${typed(words)}`;
  return phrases === words
    ? sql`(${found})`
    : sql`(select * from (${found} limit ${maxRead}) read where doc @@ ${typed(phrases)})`;
}

/** The stories whose public chapters have each phrase in quotation marks, and the conditions for those that have one. */
function phrasesOf(query: readonly Terms[]) {
  const phrases = query.filter((terms) => terms.length > 1 && terms[0]?.isQuoted);
  const name = (index: number) => sql.raw(`phrase_${index}`);
  // On the card of `d`, in a label, or in a chapter.
  const conditions = phrases.map(
    (terms, index) => sql`and (d.doc @@ ${fits([terms], 'd')} or d.words @@ ${typed(labelQuery(terms))}
        or d.story_id in (select story_id from ${name(index)}))`,
  );
  return {
    tables: phrases.map(
      (terms, index) => sql`${name(index)} as materialized (
        select p.story_id from ${piecesWith([terms])} p
        join chapters c on c.id = p.chapter_id and c.version = p.version join stories s on s.id = p.story_id
        where ${isPublicChapter()}),`,
    ),
    conditions,
    conditionOf: (terms: Terms) => conditions[phrases.indexOf(terms)] ?? sql``,
    isFound: phrases.length === 0 ? undefined : sql`story_id in (select story_id from ${name(0)})`,
  };
}

const joined = (fragments: ReturnType<typeof sql>[]) => sql.join(fragments, sql` `);

export interface FoundStory {
  id: string;
  /** Its card has all words. */
  own: boolean;
}

export interface FoundStories<Found = FoundStory> {
  stories: Found[];
  /** The words are in so many stories that not all were looked at. */
  isFrequent: boolean;
}

/** A row of a statement that has one without a story if it finds none. */
type FoundRow<Found> = { [Column in keyof Found]: Found[Column] | null } & { isFrequent: boolean };

function foundIn<Found extends FoundStory>(rows: FoundRow<Found>[]): FoundStories<Found> {
  return {
    stories: rows.filter(({ id }) => id !== null) as unknown as Found[],
    isFrequent: rows[0]?.isFrequent === true,
  };
}

/**
 * The stories that have all words, on their cards or anywhere in their public chapters, best first
 * (docs/decisions/0052-bounded-searches.md). `onCards`: on their cards alone.
 */
export const findStories = async (
  db: Db,
  { query, excluded, authors, key, viewer, filter, sort }: Wanted,
  { onCards = false, isBounded = sort === 'relevance' } = {},
): Promise<FoundStories> => {
  const isRestricted = excluded.length + authors.length > 0;
  const words = wordsQuery(query, excluded, authors);
  const hasWords = words === '' ? sql`true` : sql`words @@ ${typed(words)}`;
  // The index does not know which ones a filter leaves.
  const some = Object.keys(filter).length > 0 ? maxRead : ranked;
  const phrases = phrasesOf(query);
  const found = (condition: ReturnType<typeof sql>, isByWords = isRestricted) => sql`
    select story_id, ${sql.lit(isByWords)} as by_words from search_stories
    where ${condition} ${isByWords ? sql`and ${hasWords}` : sql``}`;
  const onCard = query.length === 0 ? sql`false` : sql`doc @@ ${typed(tsquery(query))}`;
  const unlessEnough = (table: string) =>
    sql`limit case when (select count(*) from ${sql.table(table)}) < ${some} then ${some} else 0 end`;
  // Those with the words elsewhere come after all that have them on their cards.
  const rest = unlessEnough('cards');
  const inWords = sql`
    ${phrases.isFound === undefined ? sql`` : sql`union all (${found(phrases.isFound, true)} ${isBounded ? rest : sql``})`}
    union all (${found(sql`is_popular`, true)} ${rest})
    union all (${found(sql`true`, true)} ${isBounded ? rest : sql``})`;
  const own = query.length === 0 ? sql`true` : sql`d.doc @@ ${fits(query, 'd')}`;
  const score =
    query.length === 0
      ? sql`1`
      : sql`(ts_rank(${weights}, d.doc, ${fits(query, 'd', { between: '|', follows: '&' })})
        + ts_rank_cd(${weights}, d.doc, ${fits(query, 'd')}, 32)
        + case when d.title_key = ${key} then 3 when d.doc @@ ${fits(query, 'd', { label: 'A' })} then 1 else 0 end)`;
  const rows = await allRows<FoundRow<FoundStory>>(db)`
    with ${joined(phrases.tables)} popular as materialized (
      (${found(sql`title_key = ${key}`)} limit ${some}) union (${found(sql`is_popular and ${onCard}`)} limit ${some})),
    cards as materialized (select * from popular union (${found(onCard)} ${unlessEnough('popular')})),
    candidates as materialized (
      select story_id, bool_or(by_words) as by_words
      from (select * from cards ${onCards && !isRestricted ? sql`` : inWords}) as every group by story_id),
    matching as (
      select s.id, s.views, s.published_at, ${figureOf[sort] ?? sql`null::float8`} as figure, ${own} as own,
        d.title_key = ${key} or ${readsLanguage(viewer)} as is_read, ${score} * ${viewsFactor} as score
      from (select d.*, by_words from candidates join search_stories d using (story_id) offset 0) d
      join ${countedStories} s on s.id = d.story_id
      where ${isShownTo(viewer)} ${matchesStoryFilter(filter)}
        and ((not ${sql.lit(isRestricted)} and ${own}) or (by_words and d.words_revision = s.revision)) ${joined(phrases.conditions)})
    select id, own, "isFrequent" from (select count(*) >= ${ranked} as "isFrequent" from candidates) c
    left join matching on true order by ${storyOrders[sort]} limit ${max}`;
  return foundIn(rows);
};

/** Stories that are compared by how many parts of a query they have, before a filter leaves some of them. */
const [maxCompared, maxComparedFiltered] = [600, 2000];

interface ComparedStory extends FoundStory {
  /** Which parts of the query it has. */
  has: boolean[];
}

/**
 * The stories that have most parts of a query, and which of them: among those that have all but one, and some of those that
 * have any.
 */
export const findByMatchCount = async (
  db: Db,
  { query, excluded, authors, viewer, filter, sort }: Omit<Wanted, 'key'>,
): Promise<FoundStories<ComparedStory>> => {
  const phrases = phrasesOf(query);
  const withoutOne = query.length > 2 ? query.map((_, at) => query.toSpliced(at, 1)) : [];
  const lists = [...withoutOne, ...query.map((terms) => [terms])];
  const compared = Object.keys(filter).length > 0 ? maxComparedFiltered : maxCompared;
  const each = sql.lit(Math.ceil(compared / lists.length / 2));
  const candidates = lists.flatMap((list) => {
    const hasWords = sql`words @@ ${typed(wordsQuery(list, excluded, authors))}`;
    return [
      sql`(select story_id from search_stories where is_popular and ${hasWords} limit ${each})`,
      sql`(select story_id from search_stories where ${hasWords} limit ${each})`,
    ];
  });
  const has = query.map(
    (terms) => sql`(d.words @@ ${typed(wordsQuery([terms]))} ${phrases.conditionOf(terms)})`,
  );
  const rows = await allRows<FoundRow<ComparedStory>>(db)`
    with ${joined(phrases.tables)} candidates as materialized (${sql.join(candidates, sql` union `)}),
    matching as (
      select s.id, s.views, s.published_at, ${figureOf[sort] ?? sql`null::float8`} as figure, true as own,
        ${readsLanguage(viewer)} as is_read,
        array[${sql.join(has)}] as has,
        ts_rank(${weights}, d.doc, ${fits(query, 'd', { between: '|', follows: '&' })}) * ${viewsFactor} as score
      from (
        -- A copy, which is read from its table once.
        select d.story_id, d.doc, d.stemmer, d.words_revision, d.words || '' as words
        from candidates join search_stories d using (story_id) offset 0) d
      join ${countedStories} s on s.id = d.story_id
      where d.words_revision = s.revision and ${isShownTo(viewer)} ${matchesStoryFilter(filter)}),
    counted as (select *, cardinality(array_remove(has, false)) as parts from matching)
    select id, own, has, "isFrequent" from (select count(*) >= ${each} as "isFrequent" from candidates) c
    left join (select * from counted where parts > 0 and parts = (select max(parts) from counted)) found on true
    order by ${storyOrders[sort]} limit ${max}`;
  return foundIn(rows);
};

/** Whether any story that the viewer may see has the words of each part: others must make no difference to results. */
export const findKnown = async (
  db: Db,
  query: readonly Terms[],
  viewer: Viewer | null,
): Promise<boolean[]> => {
  const queries = query.map((terms) => wordsQuery([terms]));
  return allValues<boolean>(db)`
    select exists (
      select from search_stories d join stories s on s.id = d.story_id
      where d.words @@ q::tsquery and d.words_revision = s.revision and ${isShownTo(viewer)}) as is_known
    from unnest(${queries}::text[]) with ordinality as of_query (q, place) order by place`;
};

/** Where a story has the words of each part: 2 on its card, 1 in its text, 0 nowhere. */
export const findPlaces = async (db: Db, query: readonly Terms[], storyId: string): Promise<number[]> => {
  const [ofCard, ofAll] = [query.map((terms) => tsquery([terms])), query.map((terms) => wordsQuery([terms]))];
  return allValues<number>(db)`
    select case when d.doc @@ q.card::tsquery then 2 when d.words @@ q.every::tsquery then 1 else 0 end as place
    from search_stories d, unnest(${ofCard}::text[], ${ofAll}::text[]) with ordinality as q (card, every, at)
    where d.story_id = ${storyId} order by at`;
};

export interface FoundChapter {
  id: string;
  storyId: string;
  /** The one that an excerpt is taken from. */
  piece: number;
}

/**
 * The public chapters that have all words, or have them in their titles, in the order of their stories. Those with the
 * number that was asked for come first. Frequent words are looked for in the stories that were found.
 */
export const findChapters = async (
  db: Db,
  { query, excluded, authors, viewer, filter }: Wanted,
  { found, number, byTitle }: { found: FoundStories; number: number | null; byTitle: boolean },
): Promise<FoundChapter[]> => {
  if (query.length === 0) return [];
  const isTitle = byTitle ? sql`and p.piece = 0` : sql``;
  const fitting = sql`p.doc @@ ${fits(query, 'p')} ${
    excluded.length === 0 ? sql`` : sql`and not p.doc @@ ${fits(excluded, 'p', { between: '|' })}`
  }`;
  const isLimited = authors.length + excluded.length > 0;
  const isRestricted = isLimited || Object.keys(filter).length > 0;
  // The index lists all texts with a frequent word before the first of them can be read.
  const isFrequent = sql.lit(found.isFrequent);
  const ids = unseen(
    found.stories.map(({ id }) => id),
    'uuid[]',
  );
  return allRows<FoundChapter>(db)`
    with stories_found as materialized (
      select id as story_id, place from unnest(${ids}) with ordinality as s (id, place)),
    pieces as (
      select * from (
        select * from ${piecesWith(query, sql`not ${isFrequent} ${byTitle ? sql`and piece = 0` : sql``}`)} p limit ${ranked}) p
      union all
      select p.* from (select * from stories_found order by place limit ${maxStories}) f cross join lateral (
        select * from search_pieces p where p.story_id = f.story_id ${isTitle} limit ${maxPieces}) p
      where (${isFrequent} or ${sql.lit(isRestricted)}) and ${fitting}),
    matching as (
      select distinct on (c.id) c.id, s.id as story_id, greatest(1, p.piece) as piece, false as is_asked,
        ts_rank('{0.1, 0.1, 0.1, 1}', p.doc, ${fits(query, 'p')}, 1) * ${viewsFactor} as score
      from pieces p join chapters c on c.id = p.chapter_id and c.version = p.version
      join ${countedStories} s on s.id = p.story_id
      where ${fitting} and ${isPublicChapter()} and ${isShownTo(viewer)} ${matchesStoryFilter(filter)}
        ${isLimited ? sql`and s.id in (select story_id from stories_found)` : sql``}
      order by c.id, score desc, p.piece),
    asked as (
      select c.id, s.id as story_id, 1 as piece, true as is_asked, 0 as score
      from (select * from stories_found order by place limit ${maxStories}) f
      join chapters c on c.story_id = f.story_id and c.published_number = ${number}::int
      join ${countedStories} s on s.id = c.story_id
      where ${isPublicChapter()} and ${isShownTo(viewer)} ${matchesStoryFilter(filter)})
    select id, story_id as "storyId", piece from (
      select *, max(score) over (partition by story_id) as best
      from (select * from asked union all select * from matching where id not in (select id from asked)) m) m
    left join stories_found f using (story_id)
    order by is_asked desc, f.place, best desc, story_id, score desc, id limit ${max}`;
};

/** The ids of people whose names have all words, and of one with exactly this name. */
export const findPeople = async (
  db: Db,
  { query, key, sort }: Pick<Wanted, 'query' | 'key' | 'sort'>,
): Promise<string[]> => {
  if (query.length === 0) return [];
  const rows = await allRows<{ id: string }>(db)`
    select u.id, (u.username_key = ${key} or p.name_key = ${key}) as is_exact, u.followers_count, u.created_at
    from (
      select p.* from search_people p join users u on u.id = p.user_id and u.username_key = ${unseen(key, 'text')}
      union
      (select * from search_people where doc @@ ${typed(tsquery(query, ''))} limit ${maxNamed})) p
    join users u on u.id = p.user_id
    where u.deletion_due_at is null and u.suspended_at is null
    order by ${personOrders[sort]} limit ${max}`;
  return rows.map(({ id }) => id);
};

/** The ids of people with a name like this one, most alike first. */
export const findPeopleLike = (db: Db, key: string): Promise<string[]> =>
  allValues<string>(db)`
    select u.id from search_people p join users u on u.id = p.user_id
    where p.name_key %> ${key} and u.deletion_due_at is null and u.suspended_at is null
    order by word_similarity(${key}, p.name_key) desc, u.followers_count desc, u.id limit 40`;
