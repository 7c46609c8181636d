import type { Author } from '@inkling/contract/users';
import {
  afterCommit,
  allRows,
  allValues,
  countRows,
  type Db,
  execute,
  firstRow,
  firstValue,
  hasRows,
  type NewRow,
  type RawBuilder,
  type RowChanges,
  sql,
  type TableRow,
} from '../../platform/db/db.ts';
import { emit } from '../../platform/events/emit.ts';
import type { ReportableKind, ReportedThing } from '../../platform/reportable.ts';
import type { ImageUse } from '../../platform/storage/image-uses.ts';
import { invalidateViewers } from '../../platform/viewer-cache.ts';
import { maxDay } from './day-zone.ts';
import { personRenamed } from './users.events.ts';
import { isPublicPerson } from './users.policy.queries.ts';
import type { AuthorRow } from './users.present.ts';

/** A username normalized for comparison: compatibility forms and case are ignored. */
export const usernameKey = (username: string): string => username.normalize('NFKC').toLowerCase();

/** A user's public data, as `presentAuthor` returns it. */
export const authorJson = (alias: 'u' | 'a') => {
  const of = sql.table(alias);
  return sql<Author>`json_build_object('_id', ${of}.id, 'username', ${of}.username,
    'displayName', coalesce(nullif(${of}.display_name, ''), ${of}.username), 'avatar', ${of}.avatar)`;
};

export const insertUser = (db: Db, user: NewRow<'users'>) =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;

export const findUserByName = (db: Db, username: string) =>
  db.selectFrom('users').selectAll().where('username_key', '=', usernameKey(username)).executeTakeFirst();

/** The id of the person who has or had a name with this key, or a column of one. */
export const personNamed = (key: string | RawBuilder<unknown>) =>
  sql<string>`(select n.user_id from usernames n where n.name = ${key} and not n.is_skeleton)`;

/** How many names, the present one included, a person took after `since`. */
export const countNamesSince = (tx: Db, userId: string, since: Date): Promise<number> =>
  countRows(tx, sql`from usernames where user_id = ${userId} and owned_since > ${since} and not is_skeleton`);

/** A user as others see them, by a present or former username. */
export const findPublicPerson = (db: Db, username: string) =>
  firstRow<TableRow<'users'>>(db)`
    select * from users where id = ${personNamed(usernameKey(username))} and ${isPublicPerson('users')}`;

/** Updates columns of a user; an empty change is allowed. */
export const updateUser = (db: Db, userId: string, changes: RowChanges<'users'>) =>
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

/** Locks a user's row and returns where they say they have moved. */
export const lockMovedTo = (tx: Db, userId: string): Promise<string | null | undefined> =>
  firstValue<string | null>(tx)`select moved_to from users where id = ${userId} for no key update`;

/** Makes a reader an author; has no effect on authors. */
export const makeAuthor = (db: Db, userId: string): Promise<void> =>
  execute(db)`update users set role = 'author' where id = ${userId} and role = 'reader'`;

export const setAdmin = (db: Db, userId: string, isAdmin: boolean) =>
  db.updateTable('users').set({ is_admin: isAdmin }).where('id', '=', userId).execute();

/** Makes a person a moderator of the site or ends that; false if nothing changes. */
export const setModerator = (db: Db, userId: string, isModerator: boolean): Promise<boolean> =>
  hasRows(
    db,
    sql`update users set is_moderator = ${isModerator} where id = ${userId} and is_moderator <> ${isModerator} returning id`,
  );

/** The usernames of the moderators of the site. */
export const listModerators = (db: Db): Promise<string[]> =>
  allValues<string>(db)`select username from users where is_moderator order by username_key`;

/** Whether there is an admin besides this person who can act; admins are locked until the transaction ends. */
export const lockOtherAdmin = async (tx: Db, userId: string): Promise<boolean> => {
  const admins = await allRows<{ id: string }>(tx)`
    select id from users where is_admin and suspended_at is null and deletion_due_at is null order by id for update`;
  return admins.some(({ id }) => id !== userId);
};

/** Sets when an account began. */
export const setCreatedAt = (tx: Db, userId: string, at: Date): Promise<void> =>
  execute(tx)`update users set created_at = ${at} where id = ${userId}`;

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

/** Marks a user's email address as verified. */
export const setVerified = (db: Db, userId: string) =>
  db.updateTable('users').set({ is_verified: true }).where('id', '=', userId).execute();

export const isVerified = (db: Db, userId: string): Promise<boolean> =>
  hasRows(db)`select from users where id = ${userId} and is_verified`;

/** Sets since when a person is suspended, or null; the measures in force decide it. */
export const setSuspended = async (db: Db, userId: string, since: Date | null): Promise<void> => {
  await db.updateTable('users').set({ suspended_at: since }).where('id', '=', userId).execute();
};

/** When an account is due for deletion; null when it is not, undefined when it does not exist. */
export const findDeletionDue = (db: Db, userId: string): Promise<Date | null | undefined> =>
  firstValue<Date | null>(db)`select deletion_due_at from users where id = ${userId}`;

/** Shortens grace periods that were set by a clock running ahead, so that deletion is not later than promised. */
export const capDeletionDue = (db: Db, latest: Date) =>
  db
    .updateTable('users')
    .set({ deletion_due_at: latest })
    .where('deletion_due_at', '>', latest)
    // Requests for an account wait longer.
    .where(sql<boolean>`not exists (select from signup_requests r where r.user_id = users.id)`)
    .execute();

/** Whether an account is not due for deletion; if so, deletion cannot be requested before the transaction ends. */
export const lockActivePerson = (tx: Db, userId: string): Promise<boolean> =>
  hasRows(tx)`select from users where id = ${userId} and deletion_due_at is null for share`;

/** The zone of the days of the person `u`; the same as `zoneOfDays`. */
export const dayZoneOf = (now: Date) => sql<string>`
  case when u.day_zone_until > ${now} and u.day_zone_until < ${new Date(now.getTime() + maxDay)}
    then u.day_zone else u.time_zone end`;

const find = (db: Db, id: string) =>
  firstRow<ReportedThing>(db)`
    select id as "personId", coalesce(nullif(display_name, ''), username) as title,
      concat_ws(E'\n', username, display_name, bio, moved_to) as text, avatar as image, '' as context,
      '/profile/' || username as link, null as "communityId"
    from users where id = ${id} and deletion_due_at is null`;

type Words = { displayName: string; bio: string; movedTo: string };

/** The display name and the text about themselves of people, and where they have moved. */
export const reportableProfile: ReportableKind = {
  kind: 'profile',
  name: 'Profile',
  find: (_ctx, db, id) => find(db, id),
  async remove(ctx, tx, id) {
    const removed = await firstRow<Words>(tx)`
      update users set display_name = '', bio = '', moved_to = null
      where id = ${id} and (display_name <> '' or bio <> '' or moved_to is not null)
      returning old.display_name as "displayName", old.bio, coalesce(old.moved_to, '') as "movedTo"`;
    if (removed === undefined) return null;
    await emit(ctx, tx, personRenamed, { userId: id });
    afterCommit(tx, () => invalidateViewers(ctx.db));
    return { ...removed };
  },
  async restore(ctx, tx, id, { displayName = '', bio = '', movedTo = '' }) {
    await firstRow(tx)`
      update users set display_name = coalesce(nullif(display_name, ''), ${displayName}), bio = coalesce(nullif(bio, ''), ${bio}),
        moved_to = coalesce(moved_to, nullif(${movedTo}, ''))
      where id = ${id}`;
    await emit(ctx, tx, personRenamed, { userId: id });
    afterCommit(tx, () => invalidateViewers(ctx.db));
  },
};

/** The pictures of people. */
export const reportableAvatar: ReportableKind = {
  kind: 'avatar',
  name: 'Picture',
  async find(_ctx, db, id) {
    const person = await find(db, id);
    if (person?.image == null) return undefined;
    return { ...person, title: `The picture of ${person.title}`, text: '' };
  },
  remove: async (_ctx, tx, id) =>
    (await firstRow<{ image: string }>(tx)`
      update users set avatar = null where id = ${id} and avatar is not null returning old.avatar as image`) ??
    null,
  restore: async (_ctx, tx, id, { image }) =>
    void (await firstRow(tx)`update users set avatar = ${image} where id = ${id} and avatar is null`),
};

/** Replaces a user's favorite genres. False when one is unknown: the caller must roll back. */
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

/** Locks a user's row, so that concurrent changes do not mix. */
export const lockPerson = (tx: Db, userId: string) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().executeTakeFirst();

/** Whether a person may read in a theme that is sold (docs/product/store.md#items). */
export const ownsTheme = (db: Db, userId: string, theme: string): Promise<boolean> =>
  hasRows(db)`
    select from purchases where user_id = ${userId} and item_id = ${`theme-${theme}`} and undone_at is null`;

/**
 * Has the covers of a person's stories without an image drawn in the style in use (`cover-<style>`), or as usual while
 * rewards are switched off.
 */
export const refreshCoverStyle = (tx: Db, userId: string) =>
  execute(tx)`
    update users u set cover_style = (
      select substr(p.item_id, length('cover-') + 1) from purchases p
      where p.user_id = u.id and p.kind = 'cover' and p.is_in_use and not u.hides_rewards)
    where u.id = ${userId}`;

/** The columns that a user's preferences are built from. */
export interface PreferencesRow
  extends Pick<
    TableRow<'users'>,
    | 'email_notifications'
    | 'shows_mature'
    | 'hidden_tag_names'
    | 'hidden_warnings'
    | 'keeps_history'
    | 'is_measured'
    | 'shows_presence'
    | 'hides_rewards'
    | 'hides_first_steps'
    | 'is_ranked'
    | 'shows_genres'
    | 'languages'
    | 'saved_filters'
    | 'reading_settings'
  > {
  favorite_genres: string[];
}

/** Begins or ends a period without rewards. */
export const noteRewardsOff = (tx: Db, userId: string, isOff: boolean, now: Date) =>
  execute(tx)`
    update users set rewards_off = ${
      isOff
        ? sql`rewards_off + tstzmultirange(tstzrange(${now}, null))`
        : sql`rewards_off * tstzmultirange(tstzrange(null, ${now}))`
    } where id = ${userId}`;

export const findPreferences = (db: Db, userId: string) =>
  firstRow<PreferencesRow>(db)`
    select u.email_notifications, u.shows_mature, u.hidden_tag_names, u.hidden_warnings, u.keeps_history, u.is_measured, u.shows_presence,
      u.hides_rewards, u.hides_first_steps, u.is_ranked, u.shows_genres,
      u.languages, u.saved_filters, u.reading_settings,
      array(select genre_id from favorite_genres where user_id = u.id order by position)::text[] as favorite_genres
    from users u where u.id = ${userId}`;
