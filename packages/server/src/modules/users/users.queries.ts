import type { Author } from '@inkling/contract/users';
import type { Insertable, Updateable } from 'kysely';
import { type Db, firstRow, sql } from '../../platform/db/db.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import { isPublicPerson } from './users.policy.queries.ts';
import type { AuthorRow } from './users.present.ts';
import type { UsersTable } from './users.table.ts';

/** A username normalized for comparison: compatibility forms and case are ignored. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** A user's public data, as `presentAuthor` returns it. */
export const authorJson = (alias: 'u' | 'a') => {
  const of = sql.table(alias);
  return sql<Author>`json_build_object('_id', ${of}.id, 'username', ${of}.username,
    'displayName', coalesce(nullif(${of}.display_name, ''), ${of}.username), 'avatar', ${of}.avatar)`;
};

export const insertUser = (db: Db, user: Insertable<UsersTable>) =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const findUserByName = (db: Db, username: string) =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst();

/** The id of the person who has or had a name with this key. */
export const personNamed = (key: string) =>
  sql<string>`(select n.user_id from usernames n where n.name = ${key} and not n.is_skeleton)`;

/** A user as others see them, by a present or former username. */
export const findPublicPerson = (db: Db, username: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', personNamed(usernameKey(username)))
    .where(isPublicPerson('users'))
    .executeTakeFirst();

/** Updates columns of a user; an empty change is allowed. */
export const updateUser = (db: Db, userId: string, changes: Updateable<UsersTable>) =>
  Object.keys(changes).length === 0
    ? db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst()
    : db.updateTable('users').set(changes).where('id', '=', userId).returningAll().executeTakeFirst();

/** Locks a user's row and returns in which zone their days are counted. */
export const lockZone = (tx: Db, userId: string) =>
  tx
    .selectFrom('users')
    .select(['time_zone', 'day_zone', 'day_zone_until', 'short_days'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Makes a reader an author; has no effect on authors. */
export const makeAuthor = (db: Db, userId: string) =>
  db
    .updateTable('users')
    .set({ role: 'author' })
    .where('id', '=', userId)
    .where('role', '=', 'reader')
    .execute();

export const setAdmin = (db: Db, userId: string, isAdmin: boolean) =>
  db.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', userId).execute();

/** Sets or removes a user's picture; returns the user with the previous address. */
export const setAvatar = (db: Db, userId: string, avatar: string | null) =>
  firstRow<AuthorRow & { before: string | null }>(db)`
    update users set avatar = ${avatar} where id = ${userId}
    returning id, username, display_name, new.avatar, old.avatar as before`;

export const avatarUse: ImageUse = {
  name: 'avatar',
  rows: sql`select id, id as owner_id, avatar as address from users`,
  clear: (tx, userId) => setAvatar(tx, userId, null),
};
