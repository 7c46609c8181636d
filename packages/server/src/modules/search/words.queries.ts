import { LRUCache } from 'lru-cache';
import { allRows, type Db, sql } from '../../platform/db/db.ts';
import { perInstance } from '../../platform/per-instance.ts';
import type { Stems } from './query-forms.ts';

const isStop = (word: ReturnType<typeof sql>) =>
  sql`ts_lexize((stemmer || '_stem')::regdictionary, ${word}) = '{}'`;

type Fragment = ReturnType<typeof sql>;

/** The stem of each word in each of these languages. */
async function stemmed(db: Db, words: string[], stemmers: Fragment, isKept: Fragment): Promise<Stems> {
  const rows = await allRows<{ stemmer: string; word: string; stem: string }>(db)`
    select stemmer, word, coalesce(stem, word) as stem from ${stemmers}, unnest(${words}::text[]) as word
    cross join lateral (select (ts_lexize(('search_' || stemmer)::regdictionary, word))[1] as stem) as of_word
    where ${isKept}`;
  const stems = new Map<string, Map<string, string>>();
  for (const { stemmer, word, stem } of rows)
    stems.set(stemmer, (stems.get(stemmer) ?? new Map()).set(word, stem));
  return stems;
}

/** The stems of words for a correction: none that is a frequent word itself, unless its word is one too. */
export const findDistinctStems = (db: Db, words: string[], stemmers: string[]): Promise<Stems> =>
  stemmed(
    db,
    words,
    sql`unnest(${stemmers}::text[]) as stemmer`,
    sql`not ${isStop(sql`stem`)} or ${isStop(sql`word`)}`,
  );

const maxKnown = 20_000;
/** The stems of words that were asked for lately. */
const lately = perInstance((_db: Db) => new LRUCache<string, string>({ max: maxKnown }));

/** The stems of these words of each stemmer; one statement finds those that are not known. */
export async function stemsOf(db: Db, words: ReadonlyMap<string, Iterable<string>>): Promise<Stems> {
  const known = lately(db);
  const stems = new Map<string, Map<string, string>>();
  const missing: { stemmer: string; word: string }[] = [];
  for (const [stemmer, some] of words) {
    const found = new Map<string, string>();
    stems.set(stemmer, found);
    for (const word of some) {
      const stem = known.get(`${stemmer} ${word}`);
      if (stem === undefined) missing.push({ stemmer, word });
      else found.set(word, stem);
    }
  }
  if (missing.length === 0) return stems;
  const rows = await allRows<{ stem: string | null }>(db)`
    select (ts_lexize(('search_' || stemmer)::regdictionary, word))[1] as stem
    from unnest(${missing.map(({ stemmer }) => stemmer)}::text[], ${missing.map(({ word }) => word)}::text[])
      with ordinality as p (stemmer, word, place) order by place`;
  for (const [place, { stemmer, word }] of missing.entries()) {
    const stem = rows[place]?.stem ?? word;
    stems.get(stemmer)?.set(word, stem);
    known.set(`${stemmer} ${word}`, stem);
  }
  return stems;
}

/** The stems of words: in these languages, or in each one in use. */
export const findStems = (db: Db, words: string[], stemmers: string[]): Promise<Stems> =>
  stemmers.length > 0
    ? stemsOf(db, new Map(stemmers.map((stemmer) => [stemmer, words])))
    : stemmed(db, words, sql`search_stemmers`, sql`stemmer <> 'simple'`);

export interface LikeWord {
  place: number;
  word: string;
  latin: string;
}

/**
 * Words in use that are like these, at most twenty of each, most alike first. Short words with two letters swapped, and
 * those of three letters, have too few trigrams in common.
 */
export const findLikeWords = (
  db: Db,
  words: { place: number; word: string; latin: string }[],
): Promise<LikeWord[]> =>
  allRows<LikeWord>(db)`
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
        and word >= substr(t.typed, 1, 2) and word < substr(t.typed, 1, 2) || U&'\\FFFD') w`;
