import type { Genre } from '@inkling/contract/genres';
import { type LoggedEntry, logAction } from '../../platform/action-log.ts';
import { AppError, notFound, requireFound } from '../../platform/app-error.ts';
import type { AppContext, Viewer } from '../../platform/context.ts';
import { type Db, transaction } from '../../platform/db/db.ts';
import { databaseFault, isUniqueViolation } from '../../platform/db/db-errors.ts';
import { emit } from '../../platform/events/emit.ts';
import { genreRenamed } from './genres.events.ts';
import * as queries from './genres.queries.ts';

export async function getGenre(ctx: AppContext, id: string): Promise<Genre> {
  return requireFound(await queries.findGenre(ctx.db, id), 'Genre');
}

/** Who changes genres; null for the command line. */
type Admin = Pick<Viewer, 'id'> | null;

const nameTaken = (what: string) => new AppError('CONFLICT', `There is already a ${what} with this name.`);

/** Names of genres are those of admins, so the log may have them. */
const logGenre = (
  ctx: AppContext,
  tx: Db,
  admin: Admin,
  action: LoggedEntry['action'],
  subjectId: string,
  detail: string,
) => logAction(ctx, tx, { action, subjectId, actorId: admin?.id ?? null, detail });

export async function createGenre(
  ctx: AppContext,
  admin: Admin,
  body: { name: string; description: string },
): Promise<Genre> {
  try {
    const id = await transaction(ctx.db, async (tx) => {
      const row = await queries.insertGenre(tx, body.name, body.description);
      await logGenre(ctx, tx, admin, 'genre-created', row.id, body.name);
      return row.id;
    });
    return await getGenre(ctx, id);
  } catch (error) {
    throw isUniqueViolation(error, 'genres_name_key') ? nameTaken('genre') : error;
  }
}

export async function updateGenre(
  ctx: AppContext,
  admin: Admin,
  id: string,
  changes: { name?: string; description?: string },
): Promise<Genre> {
  const { name } = await getGenre(ctx, id);
  try {
    if (Object.values(changes).some((value) => value !== undefined))
      await transaction(ctx.db, async (tx) => {
        await queries.updateGenre(tx, id, changes);
        if (changes.name !== undefined) await emit(ctx, tx, genreRenamed, { genreId: id });
        await logGenre(ctx, tx, admin, 'genre-changed', id, changes.name ?? name);
      });
  } catch (error) {
    throw isUniqueViolation(error, 'genres_name_key') ? nameTaken('genre') : error;
  }
  return getGenre(ctx, id);
}

/** Deletes a genre that no story uses; the foreign key enforces this. */
export async function deleteGenre(ctx: AppContext, admin: Admin, id: string): Promise<void> {
  const { name } = await getGenre(ctx, id);
  try {
    await transaction(ctx.db, async (tx) => {
      const { numDeletedRows } = await queries.deleteGenre(tx, id);
      if (numDeletedRows === 0n) throw notFound('Genre');
      await logGenre(ctx, tx, admin, 'genre-deleted', id, name);
    });
  } catch (error) {
    if (databaseFault(error)?.code !== '23503') throw error;
    throw new AppError('IN_USE', 'Stories use this genre. Give them another one first, then delete it.');
  }
}

export async function getGenreStats(ctx: AppContext, id: string) {
  await getGenre(ctx, id);
  return queries.genreStats(ctx.db, id);
}

export const listSubgenres = async (ctx: AppContext, id: string) => (await getGenre(ctx, id)).subgenres;

export async function createSubgenre(ctx: AppContext, admin: Admin, genreId: string, name: string) {
  const genre = await getGenre(ctx, genreId);
  try {
    return await transaction(ctx.db, async (tx) => {
      const row = await queries.insertSubgenre(tx, genreId, name);
      await logGenre(ctx, tx, admin, 'genre-changed', genreId, `${genre.name}: ${name}`);
      return { _id: row.id, name: row.name };
    });
  } catch (error) {
    throw isUniqueViolation(error, 'subgenres_name_key') ? nameTaken('subgenre') : error;
  }
}

export async function deleteSubgenre(
  ctx: AppContext,
  admin: Admin,
  genreId: string,
  id: string,
): Promise<void> {
  const { name, subgenres } = await getGenre(ctx, genreId);
  const subgenre = subgenres.find(({ _id }) => _id === id)?.name ?? '';
  await transaction(ctx.db, async (tx) => {
    const { numDeletedRows } = await queries.deleteSubgenre(tx, genreId, id);
    if (numDeletedRows === 0n) throw notFound('Subgenre');
    await logGenre(ctx, tx, admin, 'genre-changed', genreId, `${name}: ${subgenre}`);
  });
}
