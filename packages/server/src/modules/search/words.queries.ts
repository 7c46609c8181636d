import { type Db, sql } from '../../platform/db/db.ts';
import { fits } from './matches.queries.ts';
import { formsOf, type Stems, type Terms } from './query-forms.ts';
import './search.table.ts';

type StemRows = Record<string, Record<string, string>> | null;

/** The stems of words by stemmer, as JSON; without stemmers, in each language in use. */
const stemsAsJson = (words: string[], stemmers: string[], isKept = sql`true`) => sql<StemRows>`(
  select json_object_agg(stemmer, stems) from (
    select stemmer, json_object_agg(word, stem) as stems
    from (select unnest(${stemmers}::text[]) as stemmer
      union all select stemmer from search_stemmers where stemmer <> 'simple' and ${stemmers}::text[] = '{}') as used
    cross join unnest(${words}::text[]) as word
    cross join lateral (select (ts_lexize(('search_' || stemmer)::regdictionary, word))[1] as stem) as stemmed
    where ${isKept} group by stemmer) as of_stemmer)`;

const stemsFrom = (rows: StemRows): Stems =>
  new Map(Object.entries(rows ?? {}).map(([stemmer, stems]) => [stemmer, new Map(Object.entries(stems))]));

const isStop = (word: ReturnType<typeof sql>) =>
  sql`ts_lexize((stemmer || '_stem')::regdictionary, ${word}) = '{}'`;

/** The stems of words for a correction: none that is a frequent word itself, unless its word is one too. */
export const findDistinctStems = async (db: Db, words: string[], stemmers: string[]): Promise<Stems> => {
  const isKept = sql`(not ${isStop(sql`stem`)} or ${isStop(sql`word`)})`;
  const { rows } = await sql<{
    stems: StemRows;
  }>`select ${stemsAsJson(words, stemmers, isKept)} as stems`.execute(db);
  return stemsFrom(rows[0]?.stems ?? null);
};

interface State {
  /** Whether a viewer's cached results are still current. */
  revision: string;
  /** Whether the viewer hides single stories. */
  hides: boolean;
  stems: Stems;
}

/** What a search depends on: the state of what a viewer can find, and the stems of the query's words. */
export const findState = async (
  db: Db,
  viewerId: string | null,
  words: string[],
  stemmers: string[],
): Promise<State> => {
  const { rows } = await sql<Omit<State, 'stems'> & { stems: StemRows }>`
    select h.count > 0 as hides, s.revision || '.' || c.revision || case when h.count > 0 then
      '.' || h.count || '.' || extract(epoch from h.last) else '' end as revision,
      ${stemsAsJson(words, stemmers)} as stems
    from search_state s cross join catalogue c
    cross join lateral (select count(*) as count, max(created_at) as last from hidden_stories
      where user_id = ${viewerId}) h`.execute(db);
  const [row = { hides: false, revision: '', stems: null }] = rows;
  return { ...row, stems: stemsFrom(row.stems) };
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

export interface LikeWord {
  place: number;
  word: string;
  latin: string;
}

/** Words in use that are like these, at most twenty of each, most alike first. */
export const findLikeWords = async (
  db: Db,
  words: { place: number; latin: string }[],
): Promise<LikeWord[]> => {
  const { rows } = await sql<LikeWord>`
    select t.place, word, w.latin from unnest(${words.map(({ place }) => place)}::int[],
      ${words.map(({ latin }) => latin)}::text[]) as t (place, latin)
    cross join lateral (
      (select word, latin from search_words where latin % t.latin
        order by similarity(latin, t.latin) desc, word limit 20)
      union
      -- Short words with two letters swapped have no trigram in common.
      select word, latin from search_words where latin = any(array(
        select overlay(t.latin placing reverse(substr(t.latin, place, 2)) from place for 2)
        from generate_series(1, length(t.latin) - 1) as place))) w`.execute(db);
  return rows;
};

/** Which of the forms the story has, if it matches the query itself, or else the piece of a chapter; and its stemmer. */
export const formsIn = async (
  db: Db,
  query: readonly Terms[],
  storyId: string | undefined,
  chapter: { id: string; piece: number } | undefined,
): Promise<{ stemmer: string; forms: string[] } | undefined> => {
  const { rows } = await sql<{ stemmer: string; forms: string[] }>`
    select stemmer, array(select unnest(tsvector_to_array(doc))
      intersect select unnest(${query.flat().flatMap((term) => formsOf(term))}::text[])) as forms
    from (
      select stemmer, doc from search_stories d where story_id = ${storyId} and doc @@ ${fits(query, 'd')}
      union all
      select stemmer, doc from search_pieces where chapter_id = ${chapter?.id} and piece = ${chapter?.piece}
      limit 1) best`.execute(db);
  return rows[0];
};
