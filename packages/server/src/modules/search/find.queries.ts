import { type Db, sql } from '../../platform/db/db.ts';
import { databaseFault } from '../../platform/db/db-errors.ts';
import type { StoryFilter } from '../stories/index.ts';
import './search.table.ts';

/** Milliseconds that one statement of a search may take. */
const timeout = sql.raw(`set local statement_timeout = '1500ms'`);

/**
 * Runs statements of a search with a short timeout. Their plans are kept, since planning takes longer than most searches:
 * nested loops only, in the order in which the statements are written, and never a whole table. Statements that are
 * limited to genres or by other filters are planned for how many stories these have.
 */
export const searching = <T>(
  db: Db,
  { genres, filter }: { genres?: string[] | undefined; filter?: StoryFilter | undefined },
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  db.transaction().execute(async (tx) => {
    const isLimited =
      genres !== undefined || (filter?.anyOf ?? []).length + (filter?.noneOf ?? []).length > 0;
    await timeout.execute(tx);
    await sql`
      select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true),
        set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
        set_config('plan_cache_mode', ${isLimited ? 'force_custom_plan' : 'force_generic_plan'}, true)`.execute(
      tx,
    );
    return work(tx);
  });

const isStatementTimeout = (error: unknown): boolean => databaseFault(error)?.code === '57014';

/** The rows of a statement in a search, or none if it takes too long; the transaction goes on. */
export async function unlessSlow<Row>(tx: Db, find: () => Promise<Row[]>): Promise<Row[]> {
  await sql`savepoint slow`.execute(tx);
  try {
    return await find();
  } catch (error) {
    if (!isStatementTimeout(error)) throw error;
    await sql`rollback to savepoint slow`.execute(tx);
    return [];
  }
}

/** Whether a viewer's cached results are still current, and whether they hide stories. */
export interface ViewerRevision {
  revision: string;
  hides: boolean;
  /** How many languages the index has. */
  languages: number;
}

/** The state of what these viewers can find; the id of a visitor is empty. */
export const findRevisions = async (db: Db, viewerIds: string[]): Promise<Map<string, ViewerRevision>> => {
  const { rows } = await sql<ViewerRevision & { id: string }>`
    select v.id, coalesce(h.count, 0) > 0 as hides, (select count(*) from search_stemmers) as languages, s.revision || '.' || c.revision || case when h.count > 0 then
      '.' || h.count || '.' || extract(epoch from h.last) else '' end as revision
    from unnest(${viewerIds}::text[]) as v (id) cross join search_state s cross join catalogue c
    left join lateral (select count(*) as count, max(created_at) as last from hidden_stories
      where user_id = nullif(v.id, '')::uuid) h on true`.execute(db);
  return new Map(rows.map(({ id, ...revision }) => [id, revision]));
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
