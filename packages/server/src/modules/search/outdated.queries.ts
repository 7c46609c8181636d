import { allValues, type Db, sql } from '../../platform/db/db.ts';
import { isPublicStory } from '../stories/index.ts';

/** Whose texts may be out of date in the index; without a field, all. */
export interface Scope {
  storyId?: string;
  personId?: string;
  genreId?: string;
}

const isWithin = ({ storyId, personId, genreId }: Scope) => {
  if (storyId !== undefined) return sql`s.id = ${storyId}`;
  if (personId !== undefined) return sql`s.author_id = ${personId}`;
  if (genreId !== undefined)
    return sql`s.id in (select story_id from story_genres where genre_id = ${genreId})`;
  return sql`true`;
};

/** Stories that readers see in another revision than the indexed one, and indexed ones that are no longer public. */
const outdatedStories = (scope: Scope) => sql`
  stories s left join search_stories d on d.story_id = s.id where ${isWithin(scope)}
    and case when ${isPublicStory()} then d.revision is distinct from s.revision else d.story_id is not null end`;

export const nameOf = sql<string>`u.username || ' ' || u.display_name`;

const outdatedPeople = ({ storyId, personId, genreId }: Scope) => sql`
  users u left join search_people p on p.user_id = u.id where p.name is distinct from ${nameOf}
    and ${personId === undefined ? sql`${storyId === undefined && genreId === undefined}` : sql`u.id = ${personId}`}`;

/** The next ids after `after`, in order. */
export const listOutdated = (
  db: Db,
  kind: 'stories' | 'people',
  scope: Scope,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> =>
  allValues<string>(db)`
    select id from ${kind === 'stories' ? sql`${outdatedStories(scope)} and s.id` : sql`${outdatedPeople(scope)} and u.id`}
      > ${after} order by id limit ${limit}`;

/** How many stories and people are out of date in the index. */
export const countOutdated = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from ${outdatedStories({})}) + (select count(*) from ${outdatedPeople({})}) as count`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
};

/** Lets everything be indexed again; until then it is found as before. */
export const markAllOutdated = async (tx: Db): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`update search_pieces set stemmer = '' where piece <= 1`.execute(tx);
  await sql`update search_stories set revision = 0`.execute(tx);
  await sql`update search_people set name = ''`.execute(tx);
};
