import type { Genre, GenreStats } from '@inkling/contract/genres';
import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';

/** A name normalized for comparison. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

/** The genres `g`, as contracts have them. */
const genres = sql`
  select g.id as "_id", g.name, g.description, coalesce((
      select json_agg(json_build_object('_id', b.id, 'name', b.name) order by b.name)
      from subgenres b where b.genre_id = g.id), '[]') as subgenres, (
      select count(*) from story_genres t join stories s on s.id = t.story_id
      where t.genre_id = g.id and s.is_published and s.deleted_at is null) as "storyCount"
  from genres g`;

export const listGenres = (db: Db): Promise<Genre[]> => allRows<Genre>(db)`${genres} order by g.name`;

/** Genres with the most published stories first. */
export const listPopularGenres = (db: Db, limit: number): Promise<Genre[]> =>
  allRows<Genre>(db)`${genres} order by "storyCount" desc, g.name limit ${limit}`;

export const findGenre = (db: Db, id: string): Promise<Genre | undefined> =>
  firstRow<Genre>(db)`${genres} where g.id = ${id}`;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids of the genres with these ids or names, in any letter case, keyed by the given id or name; unknown ones are left out. */
export const findGenresNamed = async (db: Db, idsOrNames: string[]): Promise<Map<string, string>> => {
  if (idsOrNames.length === 0) return new Map();
  const ids = idsOrNames.filter((one) => uuid.test(one)).map((id) => id.toLowerCase());
  const rows = await allRows<{ id: string; name_key: string }>(db)`
    select id, name_key from genres
    where id = any(${ids}::uuid[]) or name_key = any(${idsOrNames.map(nameKey)}::text[])`;
  const byKey = new Map(rows.flatMap(({ id, name_key }) => [[id, id] as const, [name_key, id] as const]));
  return new Map(
    idsOrNames.flatMap((one) => {
      const id = byKey.get(nameKey(one));
      return id === undefined ? [] : [[one, id] as const];
    }),
  );
};

export const insertGenre = (db: Db, name: string, description: string) =>
  db
    .insertInto('genres')
    .values({ name, name_key: nameKey(name), description })
    .returning('id')
    .executeTakeFirstOrThrow();

export const updateGenre = (db: Db, id: string, changes: { name?: string; description?: string }) =>
  db
    .updateTable('genres')
    .set({
      ...(changes.name !== undefined && { name: changes.name, name_key: nameKey(changes.name) }),
      ...(changes.description !== undefined && { description: changes.description }),
    })
    .where('id', '=', id)
    .execute();

export const deleteGenre = (db: Db, id: string) =>
  db.deleteFrom('genres').where('id', '=', id).executeTakeFirst();

export const genreStats = async (db: Db, id: string): Promise<GenreStats> => {
  const row = await firstRow<GenreStats>(db)`
    select count(*) as stories, count(*) filter (where s.status = 'completed') as "completedStories",
      coalesce(sum(counts.views), 0) as views, coalesce(sum(counts.likes), 0) as likes,
      coalesce(sum(s.published_words), 0) as words
    from story_genres g join stories s on s.id = g.story_id join story_counts counts on counts.story_id = s.id
    where g.genre_id = ${id} and s.is_published and s.deleted_at is null`;
  return row ?? { stories: 0, completedStories: 0, views: 0, likes: 0, words: 0 };
};

export const insertSubgenre = (db: Db, genreId: string, name: string) =>
  db
    .insertInto('subgenres')
    .values({ genre_id: genreId, name, name_key: nameKey(name) })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow();

export const deleteSubgenre = (db: Db, genreId: string, id: string) =>
  db.deleteFrom('subgenres').where('id', '=', id).where('genre_id', '=', genreId).executeTakeFirst();
