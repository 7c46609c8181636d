import { type Db, sql } from '../../platform/db/db.ts';
import './users.table.ts';

/** Replaces a user's favourite genres. False when one is unknown: the caller must roll back. */
export const replaceFavoriteGenres = async (tx: Db, userId: string, genreIds: string[]): Promise<boolean> => {
  const ids = [...new Set(genreIds)];
  await tx.deleteFrom('favorite_genres').where('user_id', '=', userId).execute();
  const { numAffectedRows } = await sql`
    insert into favorite_genres (user_id, genre_id, position)
    select ${userId}, g.id, chosen.position
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, position) join genres g on g.id = chosen.id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0) === ids.length;
};

export const setEmailNotifications = (db: Db, userId: string, enabled: boolean) =>
  db.updateTable('users').set({ email_notifications: enabled }).where('id', '=', userId).execute();

/** Locks a user's row, so that concurrent changes do not mix. */
export const lockPerson = (tx: Db, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

export const findPreferences = async (db: Db, userId: string) => {
  const { rows } = await sql<{ email_notifications: boolean; genres: string[] }>`
    select u.email_notifications,
      array(select genre_id from favorite_genres where user_id = u.id order by position)::text[] as genres
    from users u where u.id = ${userId}`.execute(db);
  return rows[0];
};
