import type { GenreStats } from '@inkling/contract/genres';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Db, firstRow, sql } from '../../platform/db/db.ts';

/** A name normalized for comparison. */
const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase();

const withSubgenres = (db: Db) =>
  db.selectFrom('genres').select((of) => [
    'genres.id',
    'genres.name',
    'genres.description',
    jsonArrayFrom(
      of
        .selectFrom('subgenres')
        .select(['subgenres.id', 'subgenres.name'])
        .whereRef('subgenres.genre_id', '=', 'genres.id')
        .orderBy('subgenres.name'),
    ).as('subgenres'),
    sql<number>`(
      select count(*) from story_genres g join stories s on s.id = g.story_id
      where g.genre_id = genres.id and s.is_published and s.deleted_at is null)`.as('story_count'),
  ]);

export type GenreRow = Awaited<ReturnType<typeof listGenres>>[number];

export const listGenres = (db: Db) => withSubgenres(db).orderBy('genres.name').execute();

/** Genres with the most published stories first. */
export const listPopularGenres = (db: Db, limit: number) =>
  withSubgenres(db).orderBy('story_count', 'desc').orderBy('genres.name').limit(limit).execute();

export const findGenre = (db: Db, id: string) =>
  withSubgenres(db).where('genres.id', '=', id).executeTakeFirst();

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids of the genres with these ids or names, in any letter case, keyed by the given id or name; unknown ones are left out. */
export const findGenresNamed = async (db: Db, idsOrNames: string[]): Promise<Map<string, string>> => {
  if (idsOrNames.length === 0) return new Map();
  const ids = idsOrNames.filter((one) => uuid.test(one)).map((id) => id.toLowerCase());
  const rows = await db
    .selectFrom('genres')
    .select(['id', 'name_key'])
    .where((where) =>
      where.or([
        where('id', '=', sql<string>`any(${ids}::uuid[])`),
        where('name_key', '=', sql<string>`any(${idsOrNames.map(nameKey)}::text[])`),
      ]),
    )
    .execute();
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
