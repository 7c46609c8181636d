import type { Genre } from '@inkling/contract/genres';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/db.ts';
import { databaseFault, isUniqueViolation } from '../../platform/db/db-errors.ts';
import { emit } from '../../platform/events/emit.ts';
import { genreRenamed } from './genres.events.ts';
import * as queries from './genres.queries.ts';

const presentGenre = (row: queries.GenreRow): Genre => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  subgenres: row.subgenres.map(({ id, name }) => ({ _id: id, name })),
  storyCount: Number(row.story_count),
});

export const listGenres = async (ctx: RequestContext): Promise<Genre[]> =>
  (await queries.listGenres(ctx.db)).map(presentGenre);

export const listPopularGenres = async (ctx: RequestContext, limit: number): Promise<Genre[]> =>
  (await queries.listPopularGenres(ctx.db, limit)).map(presentGenre);

export async function getGenre(ctx: RequestContext, id: string): Promise<Genre> {
  const row = await queries.findGenre(ctx.db, id);
  if (row === undefined) throw notFound('Genre');
  return presentGenre(row);
}

const nameTaken = (what: string) => new AppError('CONFLICT', `There is already a ${what} with this name.`);

export async function createGenre(
  ctx: RequestContext,
  body: { name: string; description: string },
): Promise<Genre> {
  try {
    const { id } = await queries.insertGenre(ctx.db, body.name, body.description);
    return await getGenre(ctx, id);
  } catch (error) {
    throw isUniqueViolation(error, 'genres_name_key') ? nameTaken('genre') : error;
  }
}

export async function updateGenre(
  ctx: RequestContext,
  id: string,
  changes: { name?: string; description?: string },
): Promise<Genre> {
  await getGenre(ctx, id);
  try {
    if (Object.values(changes).some((value) => value !== undefined))
      await transaction(ctx.db, async (tx) => {
        await queries.updateGenre(tx, id, changes);
        if (changes.name !== undefined) await emit(ctx, tx, genreRenamed, { genreId: id });
      });
  } catch (error) {
    throw isUniqueViolation(error, 'genres_name_key') ? nameTaken('genre') : error;
  }
  return getGenre(ctx, id);
}

/** Deletes a genre that no story uses; the foreign key enforces this. */
export async function deleteGenre(ctx: RequestContext, id: string): Promise<void> {
  try {
    const { numDeletedRows } = await queries.deleteGenre(ctx.db, id);
    if (numDeletedRows === 0n) throw notFound('Genre');
  } catch (error) {
    if (databaseFault(error)?.code !== '23503') throw error;
    throw new AppError('IN_USE', 'Stories use this genre. Give them another one first, then delete it.');
  }
}

export async function getGenreStats(ctx: RequestContext, id: string) {
  await getGenre(ctx, id);
  return queries.genreStats(ctx.db, id);
}

export const listSubgenres = async (ctx: RequestContext, id: string) => (await getGenre(ctx, id)).subgenres;

export async function createSubgenre(ctx: RequestContext, genreId: string, name: string) {
  await getGenre(ctx, genreId);
  try {
    const row = await queries.insertSubgenre(ctx.db, genreId, name);
    return { _id: row.id, name: row.name };
  } catch (error) {
    throw isUniqueViolation(error, 'subgenres_name_key') ? nameTaken('subgenre') : error;
  }
}

export async function deleteSubgenre(ctx: RequestContext, genreId: string, id: string): Promise<void> {
  const { numDeletedRows } = await queries.deleteSubgenre(ctx.db, genreId, id);
  if (numDeletedRows === 0n) throw notFound('Subgenre');
}
