import type { Selectable } from 'kysely';
import { type Db, execute, firstRow, hasRows, sql } from '../../platform/db/db.ts';
import type { UsersTable } from './users.table.ts';

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
  hasRows(
    db,
    sql`select from purchases where user_id = ${userId} and item_id = ${`theme-${theme}`} and undone_at is null`,
  );

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
    Selectable<UsersTable>,
    | 'email_notifications'
    | 'shows_mature'
    | 'hidden_tag_names'
    | 'hidden_warnings'
    | 'keeps_history'
    | 'is_measured'
    | 'shows_presence'
    | 'hides_rewards'
    | 'is_ranked'
    | 'languages'
    | 'saved_filters'
    | 'reading_settings'
  > {
  favorite_genres: string[];
}

export const findPreferences = (db: Db, userId: string) =>
  firstRow<PreferencesRow>(db)`
    select u.email_notifications, u.shows_mature, u.hidden_tag_names, u.hidden_warnings, u.keeps_history, u.is_measured, u.shows_presence,
      u.hides_rewards, u.is_ranked,
      u.languages, u.saved_filters, u.reading_settings,
      array(select genre_id from favorite_genres where user_id = u.id order by position)::text[] as favorite_genres
    from users u where u.id = ${userId}`;
