import { type Db, sql } from '../../platform/db/db.ts';
import type { Stems } from './query-forms.ts';
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

/** The stems of words: in these languages, or in each one in use. */
export const findStems = async (db: Db, words: string[], stemmers: string[]): Promise<Stems> => {
  const { rows } = await sql<{ stems: StemRows }>`select ${stemsAsJson(words, stemmers)} as stems`.execute(
    db,
  );
  return stemsFrom(rows[0]?.stems ?? null);
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

/**
 * Words in use that are like these, at most twenty of each, most alike first. Short words with two letters swapped, and
 * those of three letters, have too few trigrams in common.
 */
export const findLikeWords = async (
  db: Db,
  words: { place: number; word: string; latin: string }[],
): Promise<LikeWord[]> => {
  const { rows } = await sql<LikeWord>`
    select t.place, w.word, w.latin from unnest(${words.map(({ place }) => place)}::int[],
      ${words.map(({ word }) => word)}::text[], ${words.map(({ latin }) => latin)}::text[]) as t (place, typed, latin)
    cross join lateral (
      (select word, latin from search_words where latin % t.latin
        order by similarity(latin, t.latin) desc, word limit 20)
      union
      select word, latin from search_words where latin = any(array(
        select overlay(t.latin placing reverse(substr(t.latin, place, 2)) from place for 2)
        from generate_series(1, length(t.latin) - 1) as place))
      union
      select word, latin from search_words where length(t.typed) = 3 and length(word) <= 4
        and word >= substr(t.typed, 1, 2) and word < substr(t.typed, 1, 2) || U&'\\FFFD') w`.execute(db);
  return rows;
};
