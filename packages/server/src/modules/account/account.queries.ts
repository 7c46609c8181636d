import { digestLimits } from '@inkling/contract/limits';
import type { Viewer } from '../../platform/context.ts';
import { type Db, execute, hasRows, type NewRow, sql, type TableRow, unseen } from '../../platform/db/db.ts';
import type { PreferencesRow } from '../users/index.ts';

/** Looks up credentials by normalized email or username; an email match wins. */
export const findLogin = (db: Db, emailKey: string, nameKey: string) =>
  db
    .selectFrom('credentials')
    .innerJoin('users', 'users.id', 'credentials.user_id')
    .select(['users.id', 'credentials.password_hash', 'credentials.password_changed_at'])
    .where((where) => where.or([where('email_key', '=', emailKey), where('username_key', '=', nameKey)]))
    .orderBy(sql`email_key = ${emailKey}`, 'desc')
    .executeTakeFirst();

export const insertCredentials = (db: Db, row: NewRow<'credentials'>) =>
  db.insertInto('credentials').values(row).execute();

/** Whether the password is still the one set at `setAt`; locks it until the transaction ends. */
export const lockPassword = (tx: Db, userId: string, setAt: Date): Promise<boolean> =>
  hasRows(
    tx,
    sql`select from credentials where user_id = ${userId} and password_changed_at = ${setAt} for share`,
  );

export const findCredentials = (db: Db, userId: string) =>
  db
    .selectFrom('credentials')
    .select(['email', 'password_hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

/** Rehashes the same password with the current cost; not a password change. */
export const refreshPasswordHash = (db: Db, userId: string, from: string, to: string) =>
  db
    .updateTable('credentials')
    .set({ password_hash: to })
    .where('user_id', '=', userId)
    .where('password_hash', '=', from)
    .execute();

/** Whether there are stories in any of these languages; mature ones do not count. */
export const hasStoriesIn = (db: Db, languages: string[]): Promise<boolean> =>
  hasRows(db, sql`select from story_languages where language = any(${languages}::text[]) and stories > 0`);

export const insertToken = (db: Db, row: NewRow<'sessions'>) =>
  db.insertInto('sessions').values(row).execute();

type User = TableRow<'users'>;
export type ViewerRow = Pick<
  User,
  'id' | 'username' | 'role' | 'is_admin' | 'is_moderator' | 'time_zone' | 'day_zone' | 'day_zone_until'
> &
  Pick<User, 'shows_mature' | 'hidden_tags' | 'hidden_warnings' | 'languages'> & { is_suspended: boolean };
export type TokenRow = Pick<TableRow<'sessions'>, 'hash' | 'created_at' | 'last_used_at'> &
  ViewerRow & { written: number | null };

/** What makes a `Viewer` of the person `u`. */
export const viewerColumns = sql`u.id, u.username, u.role, u.is_admin, u.is_moderator, u.time_zone, u.day_zone, u.day_zone_until,
  u.shows_mature, u.hidden_tags, u.hidden_warnings, u.languages, u.suspended_at is not null as is_suspended`;

/** Tokens with their active owners, in one query. */
export const findTokens = async (db: Db, hashes: Buffer[]): Promise<TokenRow[]> => {
  const found = await sql<TokenRow>`
    select t.hash, t.created_at, t.last_used_at, ${viewerColumns},
      case when pg_is_in_recovery() then null
        when t.written_lsn <= pg_current_wal_insert_lsn() then (t.written_lsn - '0/0')::float8 end as written
    from sessions t join users u on u.id = t.user_id
    where t.hash = any(${unseen(hashes, 'bytea[]')}) and u.deletion_due_at is null`.execute(db);
  return found.rows;
};

export const touchToken = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('sessions').set({ last_used_at: now }).where('hash', '=', hash).execute();

/**
 * Notes the current position as the person's last write. Doesn't wait for the disk: if a crash of the primary loses the note,
 * standbys have everything that was flushed by the time it is back.
 */
export const noteWritten = (db: Db, userId: string) =>
  execute(db)`
    with quickly as materialized (select set_config('synchronous_commit', 'off', true))
    update sessions set written_lsn = pg_current_wal_insert_lsn() from quickly where user_id = ${userId}`;

export const deleteToken = (db: Db, hash: Buffer) =>
  db.deleteFrom('sessions').where('hash', '=', hash).execute();

/** Whether a session still exists; if so, it cannot be deleted before the transaction ends. */
export const lockToken = (tx: Db, hash: Buffer): Promise<boolean> =>
  hasRows(tx, sql`select from sessions where hash = ${hash} for key share`);

/** Ends all of a user's sessions except one. */
export const deleteOtherTokens = (db: Db, { id, session }: Viewer) =>
  db.deleteFrom('sessions').where('user_id', '=', id).where('hash', '!=', session.tokenHash).execute();

/** Ends all of a user's sessions. */
export const deleteTokens = (db: Db, userId: string) =>
  db.deleteFrom('sessions').where('user_id', '=', userId).execute();

/** Ends one session by its id; false when this user has no such session. */
export const deleteTokenById = (db: Db, userId: string, id: string): Promise<boolean> =>
  hasRows(db, sql`delete from sessions where user_id = ${userId} and id = ${id}`);

/** A user's sessions last used and created after these times, most recently used first. */
export const listTokens = (db: Db, userId: string, after: { used: Date; created: Date }) =>
  db
    .selectFrom('sessions')
    .select(['id', 'hash', 'created_at', 'last_used_at', 'user_agent'])
    .where('user_id', '=', userId)
    .where('last_used_at', '>=', after.used)
    .where('created_at', '>=', after.created)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Corrects timestamps in the future, written while a clock was ahead, so that sessions and links do not live too long. */
export const correctFutureTimes = async (db: Db, now: Date): Promise<void> => {
  await sql`
    update sessions set last_used_at = least(last_used_at, ${now}), created_at = least(created_at, ${now})
    where last_used_at > ${now} or created_at > ${now}`.execute(db);
  await sql`update known_addresses set seen_at = ${now} where seen_at > ${now}`.execute(db);
  await sql`update email_tokens set created_at = ${now}, expires_at = ${now} where created_at > ${now} and used_at is null`.execute(
    db,
  );
};

/** Deletes expired sessions: last used before `used`, or created before `created`. */
export const deleteTokensBefore = (db: Db, { used, created }: { used: Date; created: Date }) =>
  db
    .deleteFrom('sessions')
    .where((where) => where.or([where('last_used_at', '<', used), where('created_at', '<', created)]))
    .execute();

export const findByEmail = (db: Db, emailKey: string) =>
  db.selectFrom('credentials').select('user_id').where('email_key', '=', emailKey).executeTakeFirst();

export const setPassword = (db: Db, userId: string, password_hash: string, now: Date) =>
  db
    .updateTable('credentials')
    .set({ password_hash, password_changed_at: now })
    .where('user_id', '=', userId)
    .execute();

export const setPendingEmail = (db: Db, userId: string, pending_email: string | null) =>
  db.updateTable('credentials').set({ pending_email }).where('user_id', '=', userId).execute();

/** Replaces a user's email address and clears any pending change. */
export const setEmail = (db: Db, userId: string, email: string, email_key: string) =>
  db
    .updateTable('credentials')
    .set({ email, email_key, pending_email: null, refusals: 0 })
    .where('user_id', '=', userId)
    .execute();

/**
 * Records whether the mail server took an email to this address. After `digestLimits.refusals` in a row nothing but account
 * emails is sent there, until the person changes or verifies the address again (docs/product/digests.md#addresses).
 */
export const recordDelivery = (db: Db, userId: string, email: string, isTaken: boolean) =>
  execute(db)`
    update credentials set refusals = case when ${isTaken} then 0 else least(refusals + 1, 1000) end
    where user_id = ${userId} and email = ${email} and (refusals > 0 or not ${isTaken})`;

/** The person has followed a link that was sent to their address, which therefore takes emails. */
export const trustAddress = (db: Db, userId: string) =>
  db.updateTable('credentials').set({ refusals: 0 }).where('user_id', '=', userId).execute();

/** Whether emails to the person's address were refused too often. */
export const isAddressRefused = (db: Db, userId: string): Promise<boolean> =>
  hasRows(
    db,
    sql`select from credentials where user_id = ${userId} and refusals >= ${digestLimits.refusals}`,
  );

/** What the account emails need to know about their recipient. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select([
      'users.id',
      'username',
      'display_name',
      'is_verified',
      'suspended_at',
      'deletion_due_at',
      'time_zone',
      'email',
      'pending_email',
      'refusals',
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Maximum number of followed ids in the user's own record; the newest are included. */
const maxFollowedIds = 1000;

type Account = Omit<
  TableRow<'users'>,
  | 'username_key'
  | 'username_skeleton'
  | 'username_since'
  | 'cover_style'
  | 'hidden_tags'
  | 'suspended_at'
  | 'deletion_due_at'
  | 'rewards_off'
>;

export interface MeRow extends Account, PreferencesRow {
  email: string;
  pending_email: string | null;
  pending_until: Date | null;
  following: string[];
  books_read: number;
  words_read: number;
  /** Words of the days before the first reading session, whose minutes are estimated. */
  estimated_words: number;
  /** In reading sessions. */
  seconds_read: number;
  is_suspended: boolean;
  is_payment_due: boolean;
  items_in_use: string[];
  /** Days that a change of time zone shortened or skipped, as day numbers. */
  short_days: number[];
  /** Rest days that were taken, as day numbers. */
  rest_days: number[];
  /** Days with reading, as day numbers since 1970-01-01. */
  reading_days: number[];
  ink: number;
}

/** A user's own account data in one statement, since every page needs it. */
export const findMe = async (db: Db, userId: string): Promise<MeRow | undefined> => {
  const { rows } = await sql<MeRow>`
    select u.id, u.username, u.display_name, u.bio, u.moved_to, u.avatar, u.role, u.is_admin, u.is_moderator, u.is_verified, u.suspended_at is not null as is_suspended,
      exists (select from subscriptions p where p.person_id = u.id and p.status = 'past_due') as is_payment_due,
      u.created_at, c.email, c.pending_email,
      case when c.pending_email is not null then (select max(l.expires_at) from email_tokens l
        where l.user_id = u.id and l.purpose = 'change' and l.email = c.pending_email and l.used_at is null
          and l.expires_at > l.created_at) end as pending_until,
      u.followers_count, u.following_count, u.email_notifications, u.shows_mature, u.hidden_tag_names, u.hidden_warnings, u.keeps_history,
      u.is_measured, u.shows_presence, u.hides_rewards, u.hides_first_steps, u.is_ranked, u.shows_genres, u.languages, u.saved_filters, u.time_zone, u.day_zone, u.day_zone_until, u.reading_settings,
      u.short_days, array(select d.day - date '1970-01-01' from rest_days d where d.user_id = u.id) as rest_days,
      array(select f.followed_id::text from follows f where f.follower_id = u.id
        order by f.created_at desc, f.followed_id desc limit ${maxFollowedIds}) as following,
      array(select p.item_id from purchases p where p.user_id = u.id and p.is_in_use order by p.item_id) as items_in_use,
      array(select g.genre_id::text from favorite_genres g where g.user_id = u.id order by g.position) as favorite_genres,
      (select count(*) from library_entries e where e.user_id = u.id and e.status = 'completed') as books_read,
      read.words as words_read, read.estimated_words, sessions.seconds as seconds_read, array(
        select d.day - date '1970-01-01' from reading_days d where d.user_id = u.id
        union select d.day - date '1970-01-01' from reading_session_days d where d.user_id = u.id and d.seconds >= 60
      ) as reading_days,
      coalesce((select b.amount from balances b where b.user_id = u.id and b.currency = 'ink'), 0) as ink
    from users u
    join credentials c on c.user_id = u.id
    cross join lateral (
      select coalesce(sum(d.seconds), 0) as seconds, min(d.day) filter (where d.seconds > 0) as first_day
      from reading_session_days d where d.user_id = u.id) sessions
    cross join lateral (
      select coalesce(sum(d.words), 0) as words,
        coalesce(sum(d.words) filter (where sessions.first_day is null or d.day < sessions.first_day), 0) as estimated_words
      from reading_days d where d.user_id = u.id) read
    where u.id = ${userId}`.execute(db);
  return rows[0];
};
