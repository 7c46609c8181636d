import { searchLimits } from '@inkling/contract/limits';
import type { SearchSort } from '@inkling/contract/search';
import { type Db, sql } from '../../platform/db/db.ts';
import { maxUnordered, typed, type Wanted } from './find-texts.queries.ts';
import './search.table.ts';

/** Others see a person who is neither suspended nor about to be deleted. */
const isShownPerson = sql`u.deletion_due_at is null and u.suspended_at is null`;

/** The first people in the order of the results who are read if more have a matching name than are compared. */
const maxWalked = sql.lit(1000);

/** Ids are in the order of the sign-ups. */
const orderOf = (sort: SearchSort) =>
  sort === 'newest' ? sql`id desc` : sort === 'oldest' ? sql`id` : sql`followers_count desc, id`;

export interface PersonHit {
  id: string;
  is_exact: boolean;
  followers_count: number;
  created_at: Date;
}

const columns = (key: string) => sql`
  u.id, (u.username_key = ${key} or p.name_key = ${key}) as is_exact, u.followers_count, u.created_at`;

/** The person with this username, and at most `maxUnordered` others with a matching name, in no order. */
export const findAnyPeople = async (
  tx: Db,
  { tsquery, key }: Pick<Wanted, 'tsquery' | 'key'>,
): Promise<PersonHit[]> => {
  const { rows } = await sql<PersonHit>`
    (select ${columns(key)} from users u join search_people p on p.user_id = u.id
      where u.username_key = ${key} and ${isShownPerson})
    union
    (select ${columns(key)}
      from (select * from search_people where doc @@ ${typed(tsquery)} offset 0) p join users u on u.id = p.user_id
      where ${isShownPerson} limit ${sql.lit(maxUnordered)})`.execute(tx);
  return rows;
};

/** People with a matching name among the first ones in the order of the results. */
export const findFirstPeople = async (
  tx: Db,
  { tsquery, key, sort }: Pick<Wanted, 'tsquery' | 'key' | 'sort'>,
): Promise<PersonHit[]> => {
  const { rows } = await sql<PersonHit>`
    select ${columns(key)} from (select * from users order by ${orderOf(sort)} limit ${maxWalked}) u
    cross join lateral (select * from search_people p where p.user_id = u.id and p.doc @@ ${typed(tsquery)} offset 0) p
    where ${isShownPerson} limit ${sql.lit(searchLimits.counted)}`.execute(tx);
  return rows;
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
