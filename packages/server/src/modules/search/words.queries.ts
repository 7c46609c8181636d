import { type Db, sql } from '../../platform/db/db.ts';
import { type Stems, type Terms, tsquery } from './query-forms.ts';
import './search.table.ts';

/** The stems of the column `word` in each language in use. */
const stems = sql<string[]>`array(select distinct stem from search_stemmers,
  unnest(ts_lexize(('search_' || stemmer)::regdictionary, word)) as stem where stemmer <> 'simple')`;

interface State {
  /** Whether a viewer's cached results are still current. */
  revision: string;
  /** Whether the viewer hides single stories. */
  hides: boolean;
  stems: Stems;
}

/** What a search depends on: the state of what a viewer can find, and the stems of the query's words. */
export const findState = async (db: Db, viewerId: string | null, words: string[]): Promise<State> => {
  const { rows } = await sql<Omit<State, 'stems'> & { stems: string[][] }>`
    select h.count > 0 as hides, s.revision || '.' || c.revision || case when h.count > 0 then
      '.' || h.count || '.' || extract(epoch from h.last) else '' end as revision,
      (select json_agg(${stems} order by place) from unnest(${words}::text[]) with ordinality as w (word, place)) as stems
    from search_state s cross join catalogue c
    cross join lateral (select count(*) as count, max(created_at) as last from hidden_stories
      where user_id = ${viewerId}) h`.execute(db);
  const [row = { hides: false, revision: '', stems: [] }] = rows;
  return { ...row, stems: new Map(words.map((word, index) => [word, row.stems[index] ?? []])) };
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
  stems: string[];
}

/** Words in use that are like these, at most twenty of each, most alike first. */
export const findLikeWords = async (
  db: Db,
  words: { place: number; latin: string }[],
): Promise<LikeWord[]> => {
  const { rows } = await sql<LikeWord>`
    select t.place, word, w.latin, ${stems} as stems from unnest(${words.map(({ place }) => place)}::int[],
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

/** Which of the forms the story has, if it matches the query itself, or else the piece of a chapter. */
export const formsIn = async (
  db: Db,
  query: readonly Terms[],
  storyId: string | undefined,
  chapter: { id: string; piece: number } | undefined,
  forms: string[],
): Promise<string[]> => {
  const { rows } = await sql<{ form: string }>`
    select unnest(tsvector_to_array(doc)) as form from (
      select doc from search_stories where story_id = ${storyId} and doc @@ ${tsquery(query)}::tsquery
      union all
      select doc from search_pieces where chapter_id = ${chapter?.id} and piece = ${chapter?.piece}
      limit 1) best
    intersect select unnest(${forms}::text[])`.execute(db);
  return rows.map(({ form }) => form);
};
