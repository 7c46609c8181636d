import { searchLimits } from '@inkling/contract/limits';
import { allValues, type Db, execute, sql } from '../../platform/db/db.ts';
import { type PersonalPart, untilRemoved, withAccount } from '../../platform/personal-data.ts';
import { deleteUnusedWords } from './index.queries.ts';

/** A term for comparison: searches that differ in case only are the same. */
const termKey = (term: string): string => term.normalize('NFKC').toLowerCase();

export const listTerms = (db: Db, userId: string): Promise<string[]> =>
  allValues<string>(db)`
    select term from search_history where user_id = ${userId}
    order by searched_at desc, term_key limit ${sql.lit(searchLimits.history)}`;

/** Lets one request at a time change a person's history, until its transaction ends. */
const lockHistory = (tx: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('search history ' || ${userId}, 0))`.execute(tx);

/** Remembers a search as the newest, and forgets the oldest ones beyond the limit. */
export const addTerm = async (tx: Db, userId: string, term: string, now: Date): Promise<void> => {
  await lockHistory(tx, userId);
  // Later than all others, also if the clock was set back.
  await execute(tx)`
    insert into search_history as h (user_id, term_key, term, searched_at)
    select ${userId}, ${termKey(term)}, ${term}, greatest(${now}::timestamptz,
      (select max(searched_at) + interval '1 millisecond' from search_history where user_id = ${userId}))
    on conflict (user_id, term_key) do update set term = excluded.term, searched_at = excluded.searched_at`;
  await sql`
    delete from search_history where user_id = ${userId} and term_key not in (
      select term_key from search_history where user_id = ${userId}
      order by searched_at desc, term_key limit ${sql.lit(searchLimits.history)})`.execute(tx);
};

export const removeTerm = (db: Db, userId: string, term: string) =>
  sql`delete from search_history where user_id = ${userId} and term_key = ${termKey(term)}`.execute(db);

export const removeTerms = (db: Db, userId: string) =>
  sql`delete from search_history where user_id = ${userId}`.execute(db);

/**
 * Terms that at least `people` persons have searched for since then, most frequent first, as most of them wrote it.
 * Only accounts that were created before `joinedBefore` and are not suspended count.
 */
export const listFrequentTerms = (
  db: Db,
  { since, joinedBefore, people, limit }: { since: Date; joinedBefore: Date; people: number; limit: number },
): Promise<string[]> =>
  allValues<string>(db)`
    select mode() within group (order by h.term) as term
    from search_history h join users u on u.id = h.user_id
    where h.searched_at >= ${since} and u.created_at < ${joinedBefore} and u.suspended_at is null
    group by term_key having count(*) >= ${people} order by count(*) desc, term_key limit ${limit}`;

export const saveTrending = async (tx: Db, terms: string[]): Promise<void> => {
  await sql`delete from search_trending`.execute(tx);
  await sql`
    insert into search_trending (place, term)
    select place, term from unnest(${terms}::text[]) with ordinality as t (term, place)`.execute(tx);
};

export const listTrending = (db: Db): Promise<string[]> =>
  allValues<string>(db)`select term from search_trending order by place`;

/** A person's search history, and their names in the search index, which the profile has already. */
export const personalPart: PersonalPart = {
  stores: [
    {
      topic: 'reading',
      what: 'Your latest searches',
      why: 'To offer them again, and to find popular searches.',
      seenBy: 'Only you. A search that several people made may be shown to everyone, without names.',
      until: untilRemoved,
      columns: ['search_history.user_id'],
    },
    {
      topic: 'account',
      what: 'The words of your username and display name',
      why: 'To let others find you.',
      seenBy: 'Everyone who searches for you.',
      until: withAccount,
      columns: [],
      notExported: { 'search_people.user_id': 'the names of the profile, as words; the profile is exported' },
    },
  ],
  lists: (userId) => ({
    'searches.json': sql`select term, searched_at as "searchedAt" from search_history where user_id = ${userId}
        order by searched_at desc, term_key`,
  }),
  async forget({ db }, tx, { id }) {
    await removeTerms(tx, id);
    const names = await tx
      .deleteFrom('search_people')
      .where('user_id', '=', id)
      .returning('name_key')
      .execute();
    // The texts have been unpublished for days, so that the nightly sweep has forgotten their words.
    const words = names.flatMap(({ name_key }) => name_key.split(' '));
    return async () => void (await deleteUnusedWords(db, words));
  },
};
